package truss

import (
	"context"
	"math/bits"

	"github.com/tricycle-graph/tricycle/internal/hugemem"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// blocks holds the neighbours of every vertex as words of bits, where these are near one
// another: a block is the neighbours among 64 vertices in a row. The triangles of an edge are
// then those of a few words, and which of them lose an edge that stays, too. There are no
// lists upwards beside them, and no fates.
type blocks struct {
	words [3]hugemem.Array[uint64] // there, stays, whole
	index [3]hugemem.Array[uint32] // first, at, edge

	first []uint32 // the blocks of vertex v are first[v]:first[v+1]
	at    []uint32 // of each block: the first of its vertices, over 64; ascending
	there []uint64 // neighbours that were there when the round began
	stays []uint64 // and do not leave in it

	// Those blocks of a vertex that have neighbours below it come first. low[v] is the
	// place of the first of them among all such: for each of these there is the edge to the
	// lowest neighbour, and all neighbours below that the row lists, gone ones too.
	low   []uint32
	edge  []uint32
	whole []uint64
}

// Bytes of a block, and of one with neighbours below.
const (
	blockBytes    = 4 + 8 + 8
	lowBlockBytes = 4 + 8
)

// linkBlocks makes blocks where they take no more room than lists upwards and fates would,
// and reports whether they did.
func (g *work) linkBlocks(crew *par.Crew, left int) (made bool, err error) {
	b := &g.blocks
	if !near(g.begin, g.lower) {
		return false, nil
	}
	if b.index[0], err = hugemem.New[uint32](g.n + 1); err != nil {
		return false, err
	}
	b.first = b.index[0].Slice()
	clear(g.up)
	if err := g.make(orderArray, left); err != nil {
		return false, err
	}
	bounds := par.Cut(g.n, 4*crew.Workers(), func(v int) uint64 { return uint64(g.begin[v]) + uint64(v) })
	groups, err := g.groupEdges(crew, bounds, g.edges[orderArray].Slice()[:left])
	if err != nil {
		return false, err
	}
	if err := groups.each(crew, g.countBlocks); err != nil {
		return false, err
	}
	g.up[0] = 0
	err = crew.Chunks(g.n, scanned, func(_, first, last int) error {
		copy(g.up[first+1:last+1], g.stay[first:last])
		return nil
	})
	if err != nil {
		return false, err
	}
	all, err := sumUp(crew, b.first[1:])
	if err != nil {
		return false, err
	}
	low, err := sumUp(crew, g.up[1:])
	if err != nil {
		return false, err
	}
	if all*blockBytes+low*lowBlockBytes > uint64(left)*(4+4) {
		b.free()
		return false, nil
	}
	err = crew.Chunks(g.n, scanned, func(_, first, last int) error {
		copy(g.stay[first:last], b.first[first:last])
		return nil
	})
	if err != nil {
		return false, err
	}
	for i, n := range []uint64{all, all, low} {
		if b.words[i], err = hugemem.New[uint64](int(n)); err != nil {
			return false, err
		}
	}
	for i, n := range []uint64{all, low} {
		if b.index[i+1], err = hugemem.New[uint32](int(n)); err != nil {
			return false, err
		}
	}
	b.there, b.stays, b.whole = b.words[0].Slice(), b.words[1].Slice(), b.words[2].Slice()
	b.at, b.edge, b.low = b.index[1].Slice(), b.index[2].Slice(), g.up
	g.order = g.edges[orderArray].Slice()[:left]
	return true, groups.each(crew, g.fillBlocks)
}

// near reports whether blocks may take little room, by the neighbours below some vertices:
// these must be so many a block that the room of both kinds of blocks is that of the lists.
func near[O uint32 | uint64](begin []O, lower []uint32) bool {
	const apart = 16 // vertices
	entries, blocks := 0, 0
	for v := 0; v < len(begin)-1; v += apart {
		last := uint32(0)
		for _, x := range lower[begin[v]:begin[v+1]] {
			if last != x>>6+1 {
				last = x>>6 + 1
				blocks++
			}
			entries++
		}
	}
	return blocks*(blockBytes+lowBlockBytes) <= entries*(4+4)
}

func (b *blocks) free() {
	for i := range b.words {
		b.words[i].Free()
	}
	for i := range b.index {
		b.index[i].Free()
	}
	*b = blocks{}
}

// countBlocks counts the blocks of vertices, and leaves in stay how many of them have
// neighbours below. While it counts, up is 1 more than the last block's place.
func (g *work) countBlocks(ctx context.Context, from, to uint32, edges []uint32) error {
	counts, last := g.blocks.first[1:], g.up
	for v := from; v < to; v++ {
		for _, x := range g.lower[g.begin[v]:g.begin[v+1]] {
			if last[v] != x>>6+1 {
				last[v] = x>>6 + 1
				counts[v]++
			}
		}
		g.stay[v] = counts[v]
	}
	return g.eachUpper(ctx, edges, func(v, u, _ uint32) {
		if last[v] != u>>6+1 {
			last[v] = u>>6 + 1
			counts[v]++
		}
	})
}

// fillBlocks fills the blocks of vertices, and counts the edges that stay. While it does,
// stay is where the next block of a vertex goes.
func (g *work) fillBlocks(ctx context.Context, from, to uint32, edges []uint32) error {
	b, next := &g.blocks, g.stay
	place := func(v, x uint32) uint32 {
		i := next[v]
		if i > b.first[v] && b.at[i-1] == x>>6 {
			return i - 1
		}
		b.at[i] = x >> 6
		next[v] = i + 1
		return i
	}
	for v := from; v < to; v++ {
		for e := g.begin[v]; e < g.begin[v+1]; e++ {
			x := g.lower[e]
			i := place(v, x)
			low := b.low[v] + i - b.first[v]
			if b.whole[low] == 0 {
				b.edge[low] = e
			}
			b.whole[low] |= 1 << (x & 63)
			if g.state[e] < gone {
				b.there[i] |= 1 << (x & 63)
			}
		}
	}
	if err := g.eachUpper(ctx, edges, func(v, u, _ uint32) { b.there[place(v, u)] |= 1 << (u & 63) }); err != nil {
		return err
	}
	for v := from; v < to; v++ {
		stay := 0
		for i := b.first[v]; i < b.first[v+1]; i++ {
			b.stays[i] = b.there[i]
			stay += bits.OnesCount64(b.there[i])
		}
		g.stay[v] = uint32(stay)
	}
	return nil
}

// find returns the block of v that holds a neighbour x.
func (b *blocks) find(v, x uint32) uint32 {
	i, end, at := b.first[v], b.first[v+1], x>>6
	if end-i > 16 {
		return i + lowerBound(b.at[i:end], at)
	}
	for b.at[i] < at {
		i++
	}
	return i
}

// edgeOf returns the edge from v to a neighbour x in block i of v.
func (b *blocks) edgeOf(v, i, x uint32) uint32 {
	if x > v {
		i, v, x = b.find(x, v), x, v
	}
	low := b.low[v] + i - b.first[v]
	return b.edge[low] + uint32(bits.OnesCount64(b.whole[low]&(1<<(x&63)-1)))
}
