package cpucount

import (
	"context"

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

// support tallies the triangles beyond the hubs, counts them, and notes their edges. A
// tally is begun of the rows.
func (w *answerer) support(begin, end int, notes *notes[uint32]) (count uint64) {
	if w.tally.Edges == nil {
		w.tally.Edges = make([]uint64, simd.TallyRoom(w.longest))
	}
	w.tallyRows(begin, end, func(edges []uint64) {
		count += uint64(len(edges))
		for _, e := range edges {
			notes.add(e, 1)
		}
	})
	notes.addRun(w.tally.First, w.tally.Counts)
	return count
}
