package simd

import "github.com/tricycle-graph/tricycle/graph"

// A record (u, v) has the product (u + HashOdd) (v + HashOdd), modulo 2^64, for a hash of good
// low bits p, and (p xor p>>32) HashMix for one that is good in all bits.
const (
	HashOdd = 0x9e3779b97f4a7c15
	HashMix = 0xff51afd7ed558ccd
)

// lookAtOnce is how many records Look looks at together.
const lookAtOnce = 8

func look(records []graph.Edge, limit uint32, kept uint64) (done int, sum uint64) {
	for ; len(records)-done >= lookAtOnce; done += lookAtOnce {
		more := uint64(0)
		for _, e := range records[done : done+lookAtOnce] {
			p := (uint64(e.U) + HashOdd) * (uint64(e.V) + HashOdd)
			if e.U >= limit || e.V >= limit || e.U == e.V || (p^p>>32)*HashMix <= kept {
				return done, sum
			}
			more += p ^ uint64(e.U)
		}
		sum += more
	}
	return done, sum
}
