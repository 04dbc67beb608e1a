package lists

import (
	"context"
	"sync/atomic"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/hugemem"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// Below knows how many neighbours of each vertex of a graph are smaller, by chunks of the
// vertices: what there is to scan in the order of the ids, and where the rows of that begin.
type Below struct {
	g       *graph.Graph
	lengths []uint32
	chunks  []uint64 // smaller neighbours in each
	longest atomic.Uint64
	work    atomic.Uint64
	workers int
}

// belowChunk is how many vertices are taken at once.
const belowChunk = 1 << 12

// BelowOf looks at all lists of g.
func BelowOf(ctx context.Context, g *graph.Graph, threads int) (*Below, error) {
	n := g.Vertices()
	b := &Below{g: g, lengths: hugemem.Make[uint32](n), chunks: make([]uint64, (n+belowChunk-1)/belowChunk), workers: par.Workers(threads)}
	err := par.Chunks(ctx, b.workers, n, belowChunk, func(_, begin, end int) error {
		sum, work, longest := uint64(0), uint64(0), uint32(0)
		for v := begin; v < end; v++ {
			list := g.Neighbors(uint32(v))
			below := countBelow(list, uint32(v))
			b.lengths[v] = below
			longest = max(longest, below)
			sum += uint64(below)
			work += uint64(below) * (uint64(len(list)) - uint64(below))
		}
		b.chunks[begin/belowChunk] = sum
		b.work.Add(work)
		for {
			old := b.longest.Load()
			if uint64(longest) <= old || b.longest.CompareAndSwap(old, uint64(longest)) {
				return nil
			}
		}
	})
	return b, err
}

// ScanWork returns the list entries that are looked at when, for every edge,
// the oriented list of its larger end is scanned under OrderID: how much there
// is to gain from another order.
func (b *Below) ScanWork() uint64 { return b.work.Load() }

// Vertices returns how many there are, each with a row.
func (b *Below) Vertices() int { return b.g.Vertices() }

// Edges returns how many there are: each is in the row of its larger end.
func (b *Below) Edges() uint64 { return b.g.Edges() }

// Row returns the smaller neighbours of v.
func (b *Below) Row(v uint32) []uint32 { return b.g.Neighbors(v)[:b.lengths[v]] }

// Edge returns the larger and the smaller end of the edge that entry 2i of the adjacency stands for. Each edge has two
// entries, so that over all i it comes up once in the mean.
func (b *Below) Edge(i uint64) (u, v uint32) {
	end, other := RowOf(b.g.Offsets(), 2*i), b.g.Adjacency()[2*i]
	return max(end, other), min(end, other)
}

// Orient returns the oriented lists in the order of the ids, with a row for each vertex,
// isolated ones too. It is [Orient] after [Rank] without the ranks, and uses b up.
func (b *Below) Orient(ctx context.Context) (*Oriented, error) {
	n, at := b.g.Vertices(), uint64(0)
	for i, sum := range b.chunks {
		b.chunks[i] = at
		at += sum
	}
	o := &Oriented{offsets: hugemem.Make[uint64](n + 1), neighbors: hugemem.Make[uint32](int(at)), longest: b.longest.Load() + 1}
	err := par.Chunks(ctx, b.workers, n, belowChunk, func(_, begin, end int) error {
		at := b.chunks[begin/belowChunk]
		for v := begin; v < end; v++ {
			length := b.lengths[v]
			copy(o.neighbors[at:], b.g.Neighbors(uint32(v))[:length])
			at += uint64(length)
			o.offsets[v+1] = at
		}
		return nil
	})
	b.lengths = nil
	return o, err
}

// Relabel is [Orient] for a ranking, without a look at what is below each vertex again. It uses
// b up.
func (b *Below) Relabel(ctx context.Context, r Ranking, opt graph.Options) (*Oriented, error) {
	if r.monotone {
		return smallerNeighbors(ctx, b.g, r, b.workers)
	}
	l := lowerLists(b.g, b.lengths)
	b.lengths = nil
	return l.orient(ctx, r, b.workers, opt.Meter)
}
