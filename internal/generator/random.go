package generator

import "math/bits"

// golden is the increment of splitmix64: 2^64 divided by the golden ratio.
const golden = 0x9e3779b97f4a7c15

// mix is the output function of splitmix64 (Steele, Lea, Flood, OOPSLA 2014):
// a bijection of 64 bits.
func mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// stream is the generator splitmix64 at a state.
type stream uint64

// streamOf returns the stream of item i under a seed. Streams start at random
// states, far from each other.
func streamOf(seed uint64, i int) stream { return stream(mix(mix(seed+golden) + uint64(i))) }

// next returns 64 random bits.
func (s *stream) next() uint64 {
	*s += golden
	return mix(uint64(*s))
}

// below returns a number in [0, n). Its bias is less than n / 2^64.
func (s *stream) below(n uint64) uint64 {
	high, _ := bits.Mul64(s.next(), n)
	return high
}

// permutation is a keyed bijection of the numbers of a given number of bits,
// a shuffle that needs no table. Each round multiplies by an odd number,
// adds, and folds the high half into the low one: three bijections.
type permutation struct {
	mask   uint64
	fold   uint
	rounds [3]struct{ factor, addend uint64 }
}

func newPermutation(width int, seed uint64) permutation {
	key := streamOf(seed, 0)
	p := permutation{mask: 1<<width - 1, fold: uint(width+1) / 2}
	for i := range p.rounds {
		p.rounds[i].factor = key.next() | 1
		p.rounds[i].addend = key.next()
	}
	return p
}

// at returns where the permutation takes x, less than 2^width.
func (p *permutation) at(x uint64) uint64 {
	for i := range p.rounds {
		x = (x*p.rounds[i].factor + p.rounds[i].addend) & p.mask
		x ^= x >> (p.fold & 63)
	}
	return x
}
