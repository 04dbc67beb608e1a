package truss

import (
	"sync/atomic"

	"github.com/tricycle-graph/tricycle/internal/par"
)

// fates tells of every edge what becomes of it in this round, in two bits, which are in a
// near cache where the support is not.
type fates []uint64

// A fate. An edge that has left has none of both bits.
const (
	there = 1 << iota // it was there when the round began
	stays             // and does not leave in it

	fateShift = 5 // fates in a word, as a power of two
)

func fatesLength(edges int) int { return (edges + 1<<fateShift - 1) >> fateShift }

// of returns the fate of an edge, while there is no worker who decides any.
func (f fates) of(e uint32) uint64 {
	return f[e>>fateShift] >> (2 * (e & (1<<fateShift - 1))) & (there | stays)
}

// drop takes a bit from the fate of an edge.
func (f fates) drop(e uint32, bit uint64) {
	atomic.AndUint64(&f[e>>fateShift], ^(bit << (2 * (e & (1<<fateShift - 1)))))
}

// begin gives every edge that has not left the fate to stay.
func (f fates) begin(crew *par.Crew, state []uint32) error {
	return crew.Chunks(len(f), scanned>>fateShift, func(_, begin, end int) error {
		for i := begin; i < end; i++ {
			word := uint64(0)
			edges := state[i<<fateShift : min((i+1)<<fateShift, len(state))]
			for j, s := range edges {
				if s < gone {
					word |= (there | stays) << (2 * j)
				}
			}
			f[i] = word
		}
		return nil
	})
}
