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
	a, err := newAnswering(ctx, o, p, VerticesBytes(o.Rows(), o.MaxOutDegree(), p))
	if err != nil {
		return nil, err
	}
	defer a.matrix.free()
	at := hugemem.Make[uint64](o.Rows())
	if err := par.Touch(ctx, par.Workers(p.Threads), at); err != nil {
		return nil, err
	}
	if err := a.betweenHubsVertices(ctx, p, at); err != nil {
		return nil, err
	}
	corners, err := newCorners(at, par.Workers(p.Threads))
	if err != nil {
		return nil, err
	}
	defer corners.free()
	many := a.withManyHubs()
	err = a.toHubs(ctx, p, many, func(worker int, u uint32, triangles []uint32) {
		noteHubs(corners.of(worker), u, a.row(u), triangles)
	})
	if err != nil {
		return nil, err
	}
	err = a.each(ctx, o, p, func(worker int, w *answerer, begin, end int) {
		w.verticesOfHubs(max(begin, many), end, corners.of(worker))
		w.vertices(begin, end, corners, worker)
	})
	if err != nil {
		return nil, err
	}
	return at, corners.finish(ctx)
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
// these, and counts them.
func noteHubs(notes *notes[uint64], u uint32, hubs, triangles []uint32) (count uint64) {
	for i, h := range hubs[:len(triangles)] {
		notes.add(uint64(h), triangles[i])
		count += uint64(triangles[i])
	}
	count /= 2
	notes.addMany(uint64(u), count)
	return count
}

// verticesOfHubs notes and counts the triangles of the rows with two hubs.
func (w *answerer) verticesOfHubs(begin, end int, notes *notes[uint64]) (count uint64) {
	w.eachHub(begin, end, func(u int, shares []uint32) {
		count += noteHubs(notes, w.first+uint32(u), w.row(uint32(u)), shares)
	})
	return count
}

// vertices credits the triangles of the rows beyond the hubs to their corners, and counts
// them.
func (w *answerer) vertices(begin, end int, corners *corners, worker int) (count uint64) {
	notes, low := corners.of(worker), corners.low(worker)
	if w.found.Corners == nil {
		makeCredits(&w.found, min(w.longest, ShortRow))
	}
	at := uint64(0)
	for begin < end {
		done := w.creditRows(begin, end, at, &w.found, low, notes)
		if done.Corners == 0 && done.Row < end { // at a long row
			w.long.Lock()
			done = w.creditRows(done.Row, end, done.Pos, w.long.credits(w.longest), low, notes)
			w.long.Unlock()
		}
		count += uint64(done.Corners)
		begin, at = done.Row, done.Pos
	}
	return count
}

func (w *answerer) creditRows(begin, end int, at uint64, c *simd.Credits, low []uint8, notes *notes[uint64]) simd.Credited {
	c.Low = low
	done := w.kernels.CreditRows(w.upper, w.lower, w.neighbors, begin, end, w.from, w.to, at, w.first, w.bitmap, c)
	for _, r := range c.Rows[:done.Rows] {
		notes.add(uint64(r.Row), r.Triangles)
	}
	notes.addCorners(c.Corners[:done.Corners], low)
	return done
}
