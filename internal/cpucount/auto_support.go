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
	a, err := newAnswering(ctx, o, p, SupportingBytes(o.Rows(), o.Edges(), o.MaxOutDegree(), p)+hubBlocksBytes(o.Edges()))
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
		w.support(begin, end, many, credits.of(worker))
	})
	if err != nil {
		return err
	}
	if err := credits.finish(ctx); err != nil || a.matrix.hubs == 0 {
		return err
	}
	return a.hubEdges(ctx, p, a.matrix.hubs, at, o.Offsets(), func(v uint32, _ []uint32) []uint32 { return a.row(v) })
}

// support tallies the triangles of the rows [begin, end) beyond the hubs, counts them, and
// notes their edges; with them it notes the edges to hubs, of the rows from one on.
func (w *answerer) support(begin, end, hubs int, notes *notes[uint32]) (count uint64) {
	if w.tally.Places == nil {
		w.tally.Places = make([]uint32, len(w.bitmap))
		makeTally(&w.tally, min(w.longest, ShortRow))
	}
	t, n := &w.tally, int(w.upper[end]-w.upper[begin])
	if n > mostCut+ShortRow { // a long row
		w.long.Lock()
		defer w.long.Unlock()
		t = w.long.edges(w.longest)
		t.Places = w.tally.Places
	}
	t.Counts, t.First = slices.Grow(t.Counts[:0], n)[:n], w.upper[begin]
	clear(t.Counts)
	if hubs < end {
		w.eachHub(max(begin, hubs), end, func(u int, shares []uint32) { copy(t.Counts[w.upper[u]-t.First:], shares) })
	}
	at := uint64(0)
	for begin < end {
		done := w.tallyRows(begin, end, at, t, notes)
		if done.Edges == 0 && done.Row < end { // at a long row
			w.long.Lock()
			more := *w.long.edges(w.longest)
			more.Counts, more.First, more.Places = t.Counts, t.First, t.Places
			done = w.tallyRows(done.Row, end, done.Pos, &more, notes)
			w.long.Unlock()
		}
		count += uint64(done.Edges)
		begin, at = done.Row, done.Pos
	}
	notes.addRun(t.First, t.Counts)
	return count
}

func (w *answerer) tallyRows(begin, end int, at uint64, t *simd.Tally, notes *notes[uint32]) simd.Tallied {
	done := w.kernels.TallyRows(w.upper, w.lower, w.neighbors, begin, end, w.from, w.to, at, w.bitmap, t)
	for _, e := range t.Edges[:done.Edges] {
		notes.add(e, 1)
	}
	return done
}

// tallyBytes is what the tallies of so many workers hold, and what they share for rows of
// which the longest has so many entries.
func tallyBytes(rows, workers int, longest uint32) int64 {
	worker := 4*(mostCut+ShortRow) + tallyEdgeBytes*simd.TallyRoom(min(int(longest), ShortRow)) + rows/8 + 8
	return int64(workers)*int64(worker) + longTallyBytes(longest)
}
