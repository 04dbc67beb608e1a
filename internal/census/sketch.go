package census

import "math/bits"

// mostSample is how many hashes a sample has at most, and at least half as many
// where there are more: their number is known to one in 64 then, in the mean.
const mostSample = 1 << 13

// Sketch estimates how many distinct things it was told of, by a sample of those
// with the least hashes. The same thing is in all samples or in none.
type Sketch struct {
	sample map[uint64]uint64 // the weight of each hash
	fewer  uint              // hashes are below 2^(64-fewer)
}

// Note tells of a thing by its hash, which is uniform, and its weight.
func (s *Sketch) Note(hash, weight uint64) {
	if bits.LeadingZeros64(hash) < int(s.fewer) {
		return
	}
	if s.sample == nil {
		s.sample = make(map[uint64]uint64)
	}
	s.sample[hash] = weight
	if len(s.sample) > mostSample {
		s.thin(s.fewer + 1)
	}
}

// thin drops the larger hashes.
func (s *Sketch) thin(fewer uint) {
	s.fewer = fewer
	for h := range s.sample {
		if bits.LeadingZeros64(h) < int(fewer) {
			delete(s.sample, h)
		}
	}
}

// Join adds what another one was told.
func (s *Sketch) Join(other *Sketch) {
	if s.fewer < other.fewer {
		s.thin(other.fewer)
	}
	for h, weight := range other.sample {
		s.Note(h, weight)
	}
}

// Distinct returns the number of things, and the sum of their weights: exact
// where there are few, and else hardly less than they are.
func (s *Sketch) Distinct() (n, weight uint64) {
	for _, w := range s.sample {
		weight += w
	}
	n, weight = uint64(len(s.sample))<<s.fewer, weight<<s.fewer
	if s.fewer > 0 {
		n, weight = n+n/8, weight+weight/8 // more than it is ever off
	}
	return n, weight
}
