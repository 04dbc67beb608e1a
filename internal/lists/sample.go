package lists

import (
	"cmp"
	"math"
	"math/bits"
	"slices"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/radix"
	"github.com/tricycle-graph/tricycle/internal/simd"
)

// sample keeps some of the records that a worker sees, loops apart: those whose ends
// have a small hash. So it is a sample of the edges, each with all its records, and
// the same one whatever the order of the records and whoever saw them.
type sample struct {
	rate uint             // one edge of 2^rate is kept
	keys []uint64         // the larger end and the smaller one, of 32 bits each
	wide []graph.WideEdge // others
	most int              // records before duplicates are dropped
}

// sampleSize is how many records there are before some are left out. In the
// mean, a sample then has between half as many records and as many.
const sampleSize = 1 << 14

// firstSample is how many edges a sample has room for at first.
const firstSample = 512

// sampleRate returns the rate for so many records.
func sampleRate(records uint64) uint { return uint(bits.Len64(records / sampleSize)) }

// edgeHash hashes the ends of a record, whatever its direction.
func edgeHash(u, v uint64) uint64 { return mix(edgeProduct(u, v)) }

// edgeProduct is a hash whose low bits are good.
func edgeProduct(u, v uint64) uint64 {
	return (u + simd.HashOdd) * (v + simd.HashOdd)
}

// mix makes the high bits good, too.
func mix(h uint64) uint64 { return (h ^ h>>32) * simd.HashMix }

// limit is the largest hash that is kept.
func (s *sample) limit() uint64 { return math.MaxUint64 >> s.rate }

// add keeps a record whose hash is within the limit.
func (s *sample) add(u, v uint64) {
	switch high, low := max(u, v), min(u, v); {
	case u == v:
	case high <= math.MaxUint32:
		if s.keys == nil {
			s.keys = make([]uint64, 0, firstSample)
		}
		s.keys = append(s.keys, high<<32|low)
	default:
		s.wide = append(s.wide, graph.WideEdge{U: high, V: low})
	}
}

// reach lowers the rate to that of so many records.
func (s *sample) reach(records uint64) {
	if rate := sampleRate(records); rate > s.rate {
		s.rate = rate
		limit := s.limit()
		s.keys = slices.DeleteFunc(s.keys, func(key uint64) bool { return edgeHash(key>>32, key&math.MaxUint32) > limit })
		s.wide = slices.DeleteFunc(s.wide, func(e graph.WideEdge) bool { return edgeHash(e.U, e.V) > limit })
	}
	if s.size() > max(s.most, 2*sampleSize) {
		s.unique()
		s.most = 2 * s.size()
	}
}

// size returns the number of edges, duplicates included that were not dropped.
func (s *sample) size() int { return len(s.keys) + len(s.wide) }

// unique sorts the edges and drops duplicates.
func (s *sample) unique() {
	if len(s.keys) > 0 {
		s.keys = slices.Compact(radix.Sort(s.keys, make([]uint64, len(s.keys)), 32+bits.Len64(slices.Max(s.keys)>>32)))
	}
	slices.SortFunc(s.wide, func(a, b graph.WideEdge) int { return cmp.Or(cmp.Compare(a.U, b.U), cmp.Compare(a.V, b.V)) })
	s.wide = slices.Compact(s.wide)
}

// merge takes over what others kept, of so many records in all.
func (s *sample) merge(others []*sample, records uint64) {
	for _, other := range others {
		other.reach(records)
		s.rate = max(s.rate, other.rate)
		if len(s.keys) < len(other.keys) { // most of a small source is seen by one
			s.keys, other.keys = other.keys, s.keys
		}
		s.keys, s.wide = append(s.keys, other.keys...), append(s.wide, other.wide...)
		other.keys, other.wide = nil, nil
	}
}

// scanWork returns the list entries that are looked at for so many records, loops
// apart, where for each edge the list of its larger end in the order of the ids is
// scanned.
//
// A vertex with a edges to smaller ids and b to larger ones adds a*b to the work of
// the edges. Of these, so many are kept at rate r as to make it a*b/4^r in the mean,
// since the two kinds are kept independently.
func (s *sample) scanWork(records uint64) uint64 {
	s.unique()
	larger, smaller := make([]uint64, 0, s.size()), make([]uint64, 0, s.size())
	for _, key := range s.keys {
		larger, smaller = append(larger, key>>32), append(smaller, key&math.MaxUint32)
	}
	for _, e := range s.wide {
		larger, smaller = append(larger, e.U), append(smaller, e.V)
	}
	return s.scaled(scanWorkOf(larger, smaller), records)
}

// rankedWork is that where vertices are ranked by falling number of records, ties by smaller
// id. All ids fit 32 bits.
func (s *sample) rankedWork(records uint64, c *counts) uint64 {
	s.unique()
	later, earlier := make([]uint64, len(s.keys)), make([]uint64, len(s.keys))
	for i, key := range s.keys {
		u, v := uint32(key>>32), uint32(key)
		if c.of(u) > c.of(v) {
			u, v = v, u
		}
		later[i], earlier[i] = uint64(u), uint64(v)
	}
	return s.scaled(scanWorkOf(later, earlier), records)
}

// scaled returns the work for so many records where that of the edges of the sample is work.
func (s *sample) scaled(work, records uint64) uint64 {
	if s.size() == 0 || s.rate == 0 && uint64(s.size()) == records {
		return work
	}
	each := math.Ldexp(float64(work), int(s.rate)) / float64(s.size()) // for an edge
	return uint64(min(math.Round(each*float64(records)), math.MaxUint64/2))
}

// nearEdges returns which share of the edges is between ids near each other.
func (s *sample) nearEdges() float64 {
	s.unique()
	if s.size() == 0 {
		return 0
	}
	most, near := uint64(0), 0
	if len(s.wide) > 0 {
		most = s.wide[len(s.wide)-1].U
	} else {
		most = s.keys[len(s.keys)-1] >> 32
	}
	for _, key := range s.keys {
		if nearby(key>>32, key&math.MaxUint32, most) {
			near++
		}
	}
	for _, e := range s.wide {
		if nearby(e.U, e.V, most) {
			near++
		}
	}
	return float64(near) / float64(s.size())
}

// scanWorkOf sums, over all vertices, the edges whose later end they are times those whose
// earlier end they are. It sorts the ends.
func scanWorkOf(later, earlier []uint64) uint64 {
	later, earlier = sortedIDs(later), sortedIDs(earlier)
	work, next := uint64(0), 0
	for begin := 0; begin < len(later); {
		id, end := later[begin], begin
		for end < len(later) && later[end] == id {
			end++
		}
		for next < len(earlier) && earlier[next] < id {
			next++
		}
		first := next
		for next < len(earlier) && earlier[next] == id {
			next++
		}
		work += uint64(end-begin) * uint64(next-first)
		begin = end
	}
	return work
}

func sortedIDs(ids []uint64) []uint64 {
	if slices.IsSorted(ids) { // so are the larger ends
		return ids
	}
	return radix.Sort(ids, make([]uint64, len(ids)), bits.Len64(slices.Max(ids)))
}
