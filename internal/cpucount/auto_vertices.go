package cpucount

import (
	"context"

	"github.com/tricycle-graph/tricycle/internal/hugemem"
	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/par"
	"github.com/tricycle-graph/tricycle/internal/simd"
)

// autoVertices is Vertices by the project's own method.
func autoVertices(ctx context.Context, o *lists.Oriented, p Params) ([]uint64, error) {
	a, err := newAnswering(ctx, o, p, VerticesBytes(o.Rows(), p))
	if err != nil {
		return nil, err
	}
	defer a.matrix.free()
	at := hugemem.Make[uint64](o.Rows())
	if err := a.betweenHubsVertices(ctx, p, at); err != nil {
		return nil, err
	}
	credits := newCredits(at, par.Workers(p.Threads))
	many := a.withManyHubs()
	err = a.toHubs(ctx, p, many, func(worker int, u uint32, triangles []uint32) {
		noteHubs(credits.of(worker), u, a.row(u), triangles)
	})
	if err != nil {
		return nil, err
	}
	err = a.each(ctx, o, p, func(worker int, w *answerer, begin, end int) {
		w.open(begin, end)
		w.tallyHubs(max(begin, many), end)
		w.vertices(begin, end, credits.of(worker))
	})
	if err != nil {
		return nil, err
	}
	return at, credits.finish(ctx)
}

// betweenHubsVertices counts the triangles of three hubs at each.
func (a *answering) betweenHubsVertices(ctx context.Context, p Params, at []uint64) error {
	twice := make([][]uint64, par.Workers(p.Threads)) // a triangle has two edges at each corner
	err := a.betweenHubs(ctx, p, func(worker int, u uint32, pos uint64, triangles []uint32) {
		if twice[worker] == nil {
			twice[worker] = make([]uint64, a.matrix.hubs)
		}
		sum := uint64(0)
		for i, v := range a.neighbors[pos:][:len(triangles)] {
			twice[worker][v] += uint64(triangles[i])
			sum += uint64(triangles[i])
		}
		twice[worker][u] += sum
	})
	for h := range a.matrix.hubs {
		sum := uint64(0)
		for _, t := range twice {
			if t != nil {
				sum += t[h]
			}
		}
		at[h] = sum / 2
	}
	return err
}

// noteHubs notes the triangles of the edges from u to hubs, each of which is on two of
// these.
func noteHubs(notes *notes[uint64], u uint32, hubs, triangles []uint32) {
	sum := uint64(0)
	for i, h := range hubs[:len(triangles)] {
		notes.add(uint64(h), triangles[i])
		sum += uint64(triangles[i])
	}
	notes.addMany(uint64(u), sum/2)
}

// vertices tallies the triangles beyond the hubs, and notes the corners of all that are
// tallied of the rows.
func (w *answerer) vertices(begin, end int, notes *notes[uint64]) (count uint64) {
	w.tallyRows(begin, end, func([]uint64) {})
	return w.noteTally(begin, end, notes)
}

// notedAtOnce is of how many entries those with triangles are looked for at once.
const notedAtOnce = 1 << 9

// noteTally notes the corners of the triangles that are tallied of the rows, each of which
// is on two entries of its row, and counts them.
func (w *answerer) noteTally(begin, end int, notes *notes[uint64]) (count uint64) {
	for u := begin; u < end; u++ {
		sum := uint64(0)
		for _, n := range w.counts(u) {
			sum += uint64(n)
		}
		notes.addMany(uint64(w.first)+uint64(u), sum/2)
		count += sum / 2
	}
	var corners, triangles [notedAtOnce + simd.ListSlack]uint32
	row, counts := w.neighbors[w.upper[begin]:w.upper[end]], w.tally.Counts
	for len(row) > 0 {
		some := min(len(row), notedAtOnce)
		n := w.kernels.Counted(row[:some], counts[:some], corners[:], triangles[:])
		for i, v := range corners[:n] {
			notes.add(uint64(v), triangles[i])
		}
		row, counts = row[some:], counts[some:]
	}
	return count
}
