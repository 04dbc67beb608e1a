package cpucount

import (
	"context"

	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// bitmapPairs sets a bit for every entry of a row and tests the lists of its
// neighbours against them.
//
// The idea is that of Bisson and Fatica ("High performance exact triangle
// counting on GPUs", TPDS 2017), which Iakovidis takes up in his section 8: a
// bit array over all vertices for the neighbours of one vertex, probed by the
// lists of these. It is the hash method with a perfect hash.
//
// An edge costs the length of its head's list, one load and no branch an
// entry; a row costs its length twice. Each worker holds one bit a row.
func bitmapPairs(_ context.Context, o *lists.Oriented, _ Params) (*pairs, error) {
	words := bitmapWords(o.Rows())
	return &pairs{cost: probeCost, kernel: func() kernel {
		return &bitmapper{lists: o, u: noRow, words: make([]uint64, words)}
	}}, nil
}

func bitmapBytes(rows int, edges uint64, _ uint32, p Params) int64 {
	return sharesBytes(edges) + int64(par.Workers(p.Threads))*int64(bitmapWords(rows))*8
}

func bitmapWords(rows int) int { return (rows + 63) / 64 }

// bitmapper is the set of a row's entries as bits.
type bitmapper struct {
	lists *lists.Oriented
	u     uint32 // the row
	row   []uint32
	words []uint64
}

func (b *bitmapper) count(u uint32, _, head []uint32) uint64 {
	if u != b.u {
		b.enter(u)
	}
	words := b.words
	count := uint64(0)
	for _, v := range head {
		count += words[v/64] >> (v % 64) & 1
	}
	return count
}

func (b *bitmapper) list(u uint32, _, head, to []uint32) []uint32 {
	if u != b.u {
		b.enter(u)
	}
	for j, v := range head {
		if b.words[v/64]>>(v%64)&1 != 0 {
			to = append(to, uint32(j))
		}
	}
	return to
}

// enter makes row u the set.
func (b *bitmapper) enter(u uint32) {
	for _, v := range b.row {
		b.words[v/64] = 0
	}
	b.u, b.row = u, b.lists.Row(u)
	for _, v := range b.row {
		b.words[v/64] |= 1 << (v % 64)
	}
}
