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

// answering is one way to answer, shared by its workers: for triangles whose largest
// corner is one of some rows, and whose middle corner is in a range of ranks.
type answering struct {
	upper     []uint64 // where these rows begin in the neighbors, and behind the last
	lower     []uint64 // where the rows of the middle corners do, by their rank
	neighbors []uint32
	first     uint32 // rank of the first upper row
	from, to  int    // of the middle corners that are no hubs
	matrix    *squareMatrix
	kernels   simd.Kernels
	long      *longRows
}

// row returns the neighbours of an upper row.
func (a *answering) row(u uint32) []uint32 { return a.neighbors[a.upper[u]:a.upper[u+1]] }

// answerer is what one worker holds.
type answerer struct {
	*answering
	bitmap  []uint32
	hubs    hubLines
	shares  []uint32 // of each hub in the row
	longest int
	tally   simd.Tally   // of the rows at hand, for support
	found   simd.Credits // in these, for vertices
}

// worker returns one for lists of so many rows in all, of which the longest has so many
// entries, and so many hubs.
func (a *answering) worker(rows, longest, hubs int) *answerer {
	w := &answerer{
		answering: a,
		bitmap:    make([]uint32, rows/32+1),
		shares:    make([]uint32, min(longest, hubs)),
		longest:   longest,
	}
	w.hubs.init(hubs)
	return w
}

// eachHub calls row with every row of [begin, end) that has two hubs, and with the
// triangles of the edges to each of these, which are the row's first entries.
func (w *answerer) eachHub(begin, end int, row func(u int, shares []uint32)) {
	m := w.matrix
	if m.hubs == 0 {
		return
	}
	for u := begin; u < end; u++ {
		if hubs := w.hubs.pack(w.row(uint32(u)), m.hubs); len(hubs) > 1 {
			shares := w.shares[:len(hubs)]
			clear(shares)
			w.kernels.CountEachHub(hubs, w.hubs.lines, w.hubs.words, m.bits.Slice(), m.stride, shares)
			row(u, shares)
		}
	}
}

// each gives every chunk of rows beyond the hubs to a worker.
func (a *answering) each(ctx context.Context, o *lists.Oriented, p Params, body func(worker int, w *answerer, begin, end int)) error {
	workers, longest := par.Workers(p.Threads), int(o.MaxOutDegree())
	hubs, offsets := a.matrix.hubs, a.upper[a.matrix.hubs:]
	chunks := cutOffsets(offsets, workers, p.grain)
	all := make([]*answerer, workers)
	p.Meter.Start("count", int64(o.Edges()-offsets[0]))
	return par.Each(ctx, workers, len(chunks)-1, func(worker, i int) error {
		if all[worker] == nil {
			all[worker] = a.worker(o.Rows(), longest, a.matrix.hubs)
		}
		begin, end := hubs+chunks[i], hubs+chunks[i+1]
		body(worker, all[worker], begin, end)
		p.Meter.Add(int64(a.upper[end] - a.upper[begin]))
		return nil
	})
}

func newAnswering(ctx context.Context, o *lists.Oriented, p Params, answers int64) (*answering, error) {
	if p.Memory > 0 {
		p.Memory = max(p.Memory-answers-autoBytes(o.Rows(), 0, 0, p), 1) / 2 // the matrix is twice the triangular one
	}
	matrix, err := newSquareMatrix(ctx, o, answerHubs(o, p), par.Workers(p.Threads))
	if err != nil {
		return nil, err
	}
	return answeringOf(o, matrix), nil
}

// answerHubs is hubCount for a symmetric matrix. It must be denser: it has twice the words,
// and whole rows of it are ANDed, not up to the hub at hand.
func answerHubs(o *lists.Oriented, p Params) int {
	return ChooseHubs(o.Rows(), o.Edges(), HubLimit, p.Memory, func(hubs int) uint64 { return o.Offsets()[hubs] / 4 })
}

// answeringOf is for all triangles of lists.
func answeringOf(o *lists.Oriented, matrix *squareMatrix) *answering {
	return &answering{
		upper: o.Offsets(), lower: o.Offsets(), neighbors: o.Neighbors(),
		from: matrix.hubs, to: o.Rows(), matrix: matrix, kernels: simd.Best(), long: new(longRows),
	}
}
