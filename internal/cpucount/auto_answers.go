package cpucount

import (
	"context"

	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/par"
	"github.com/tricycle-graph/tricycle/internal/simd"
)

// An answer to each row or edge splits the triangles u > v > w as countAuto does, by
// v. Where it is a hub, so is w, and row u's hubs are ANDed with whole rows of a
// symmetric matrix: what a hub h among them shares with them are the triangles of
// edge (u, h), whichever of v and w it is, so that nothing has to be added bit by bit.
// The triangles beyond the hubs are listed one by one.

// answering is one way to answer, shared by its workers.
type answering struct {
	lists   *lists.Oriented
	matrix  *squareMatrix
	kernels simd.Kernels
}

// answerer is what one worker holds.
type answerer struct {
	*answering
	bitmap []uint32
	hubs   hubWords
	shares []uint32    // of each hub in the row
	pairs  []simd.Pair // found at once
	third  []uint32
}

// pairsAtOnce is how many pairs, and about how many triangles, are listed at once:
// they stay in the nearest cache.
const pairsAtOnce = 1 << 10

func (a *answering) worker(longest int) *answerer {
	w := &answerer{
		answering: a,
		bitmap:    make([]uint32, a.lists.Rows()/32+1),
		shares:    make([]uint32, min(longest, a.matrix.hubs)),
		pairs:     make([]simd.Pair, pairsAtOnce),
		third:     make([]uint32, pairsAtOnce+longest+simd.ListSlack),
	}
	w.hubs.init(a.matrix.hubs)
	return w
}

// eachHub calls row with every row of [begin, end) that has two hubs, and with the
// triangles of the edges to each of these, which are the row's first entries.
func (w *answerer) eachHub(begin, end int, row func(u uint32, shares []uint32)) {
	m := w.matrix
	if m.hubs == 0 {
		return
	}
	for u := begin; u < end; u++ {
		if hubs := w.hubs.pack(w.lists.Row(uint32(u)), m.hubs); hubs > 1 {
			w.kernels.CountEachHub(w.hubs.index, w.hubs.words, m.bits.Slice(), m.stride, w.shares)
			row(uint32(u), w.shares[:hubs])
		}
	}
}

// eachPair calls pair with every pair of the rows [begin, end) beyond the hubs, and
// with where its third corners stand in v's row.
func (w *answerer) eachPair(begin, end int, pair func(p simd.Pair, third []uint32)) {
	offsets := w.lists.Offsets()
	at := uint64(0)
	for begin < end {
		done := w.kernels.ListRows(offsets, offsets, w.lists.Neighbors(), begin, end, w.matrix.hubs, w.lists.Rows(), at, w.bitmap, w.pairs, w.third)
		first := uint32(0)
		for _, p := range w.pairs[:done.Pairs] {
			pair(p, w.third[first:p.End])
			first = p.End
		}
		begin, at = done.Row, done.Pos
	}
}

// each gives every chunk of rows to a worker.
func (a *answering) each(ctx context.Context, p Params, body func(worker int, w *answerer, begin, end int)) error {
	workers, longest := par.Workers(p.Threads), int(a.lists.MaxOutDegree())
	chunks := cutRows(a.lists, workers, p.grain)
	all := make([]*answerer, workers)
	p.Meter.Start("count", int64(a.lists.Edges()))
	return par.Each(ctx, workers, len(chunks)-1, func(worker, i int) error {
		if all[worker] == nil {
			all[worker] = a.worker(longest)
		}
		begin, end := chunks[i], chunks[i+1]
		body(worker, all[worker], begin, end)
		p.Meter.Add(int64(a.lists.Offsets()[end] - a.lists.Offsets()[begin]))
		return nil
	})
}

func newAnswering(ctx context.Context, o *lists.Oriented, p Params, answers int64) (*answering, error) {
	if p.Memory > 0 {
		p.Memory = max(p.Memory-answers-autoBytes(o.Rows(), 0, 0, p), 1) / 2 // the matrix is twice the triangular one
	}
	matrix, err := newSquareMatrix(ctx, o, hubCount(o, p), par.Workers(p.Threads))
	return &answering{o, matrix, simd.Best()}, err
}
