package cpucount

import (
	"context"

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
	at := make([]uint64, o.Rows())
	if err := a.betweenHubsVertices(ctx, p, at); err != nil {
		return nil, err
	}
	credits := newCredits(at)
	noted := make([]*notes[uint64], par.Workers(p.Threads))
	of := func(worker int) *notes[uint64] {
		if noted[worker] == nil {
			noted[worker] = credits.notes()
		}
		return noted[worker]
	}
	many := a.withManyHubs()
	err = a.toHubs(ctx, p, many, func(worker int, u uint32, triangles []uint32) {
		noteHubs(of(worker), u, a.row(u), triangles)
	})
	if err != nil {
		return nil, err
	}
	err = a.each(ctx, o, p, func(worker int, w *answerer, begin, end int) {
		w.hubVertices(max(begin, many), end, of(worker))
		w.vertices(begin, end, of(worker))
	})
	if err != nil {
		return nil, err
	}
	return at, credits.finish(ctx, noted)
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

// hubVertices notes the corners of the triangles whose middle corner is a hub, and
// counts them.
func (w *answerer) hubVertices(begin, end int, notes *notes[uint64]) (count uint64) {
	w.eachHub(begin, end, func(u uint32, shares []uint32) {
		count += noteHubs(notes, w.first+u, w.row(u), shares)
	})
	return count
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

// vertices notes the corners of the triangles beyond the hubs, and counts them.
func (w *answerer) vertices(begin, end int, notes *notes[uint64]) (count uint64) {
	u, own := uint32(0), uint64(0) // the row, and its triangles
	w.eachPair(begin, end, func(p simd.Pair, third []uint32) {
		v := w.neighbors[p.Pos]
		if p.Row != u {
			notes.addMany(uint64(w.first+u), own)
			u, own = p.Row, 0
		}
		own += uint64(len(third))
		notes.add(uint64(v), uint32(len(third)))
		row := w.neighbors[w.lower[v]:w.lower[v+1]]
		for _, i := range third {
			notes.add(uint64(row[i]), 1)
		}
		count += uint64(len(third))
	})
	notes.addMany(uint64(w.first+u), own)
	return count
}
