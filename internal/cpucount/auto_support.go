package cpucount

import (
	"context"
	"slices"

	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/par"
	"github.com/tricycle-graph/tricycle/internal/simd"
)

// autoSupport is Support by the project's own method: first the edges to hubs, each in
// its own row; then the triangles beyond the hubs; then, for the edges between hubs,
// the triangles that others close with them.
func autoSupport(ctx context.Context, o *lists.Oriented, p Params, at []uint32) error {
	a, err := newAnswering(ctx, o, p, SupportingBytes(o.Rows(), o.Edges(), p)+hubBlocksBytes(o.Edges()))
	if err != nil {
		return err
	}
	defer a.matrix.free()
	if err := par.Touch(ctx, par.Workers(p.Threads), at); err != nil {
		return err
	}
	err = a.betweenHubs(ctx, p, func(_ int, _ uint32, pos uint64, triangles []uint32) { copy(at[pos:], triangles) })
	if err != nil {
		return err
	}
	many := a.withManyHubs()
	err = a.toHubs(ctx, p, many, func(_ int, u uint32, triangles []uint32) { copy(at[o.Offsets()[u]:], triangles) })
	if err != nil {
		return err
	}
	credits := newCredits(at, par.Workers(p.Threads))
	err = a.each(ctx, o, p, func(worker int, w *answerer, begin, end int) {
		w.open(begin, end)
		w.tallyHubs(max(begin, many), end)
		w.support(begin, end, credits.of(worker))
	})
	if err != nil {
		return err
	}
	if err := credits.finish(ctx); err != nil || a.matrix.hubs == 0 {
		return err
	}
	return a.hubEdges(ctx, p, a.matrix.hubs, at, o.Offsets(), func(v uint32, _ []uint32) []uint32 { return a.row(v) })
}

// open begins a tally of the rows [begin, end).
func (w *answerer) open(begin, end int) {
	t, n := &w.tally, int(w.upper[end]-w.upper[begin])
	t.Counts, t.First = slices.Grow(t.Counts[:0], n)[:n], w.upper[begin]
	clear(t.Counts)
	if t.Places == nil {
		room := simd.TallyRoom(w.longest)
		t.Places, t.Corners, t.Edges = make([]uint32, len(w.bitmap)), make([]uint32, room), make([]uint64, room)
	}
}

// tallyBytes is what the tallies of so many workers hold, without what grows with the
// longest row.
func tallyBytes(rows, workers int) int64 {
	return int64(workers) * int64(4*mostCut+12*simd.TallyRoom(0)+rows/8+8)
}

// tallyHubs tallies the triangles of the edges to hubs, whose middle corner is one.
func (w *answerer) tallyHubs(begin, end int) {
	w.eachHub(begin, end, func(u int, shares []uint32) { copy(w.tally.Counts[w.upper[u]-w.tally.First:], shares) })
}

// support tallies the triangles beyond the hubs, counts them, and notes their edges. A
// tally is begun of the rows.
func (w *answerer) support(begin, end int, notes *notes[uint32]) (count uint64) {
	at := uint64(0)
	for begin < end {
		done := w.kernels.TallyRows(w.upper, w.lower, w.neighbors, begin, end, w.from, w.to, at, w.bitmap, &w.tally)
		for _, e := range w.tally.Edges[:done.Edges] {
			notes.add(e, 1)
		}
		count += uint64(done.Edges)
		begin, at = done.Row, done.Pos
	}
	notes.addRun(w.tally.First, w.tally.Counts)
	return count
}
