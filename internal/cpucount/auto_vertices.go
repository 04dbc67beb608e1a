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
	credits := newCredits(at)
	workers := make([]*notes[uint64], par.Workers(p.Threads))
	err = a.each(ctx, p, func(worker int, w *answerer, begin, end int) {
		if workers[worker] == nil {
			workers[worker] = credits.notes()
		}
		notes := workers[worker]
		w.eachHub(begin, end, func(u uint32, shares []uint32) {
			sum := uint64(0)
			for i, h := range o.Row(u)[:len(shares)] {
				notes.add(uint64(h), shares[i])
				sum += uint64(shares[i])
			}
			if sum > 0 {
				credits.addOne(uint64(u), sum/2)
			}
		})
		w.vertices(begin, end, notes)
	})
	if err != nil {
		return nil, err
	}
	return at, credits.finish(ctx, workers)
}

// vertices notes the corners of the triangles beyond the hubs.
func (w *answerer) vertices(begin, end int, notes *notes[uint64]) {
	offsets, neighbors := w.lists.Offsets(), w.lists.Neighbors()
	w.eachPair(begin, end, func(p simd.Pair, third []uint32) {
		v := neighbors[p.Pos]
		notes.add(uint64(p.Row), uint32(len(third)))
		notes.add(uint64(v), uint32(len(third)))
		row := neighbors[offsets[v]:offsets[v+1]]
		for _, i := range third {
			notes.add(uint64(row[i]), 1)
		}
	})
}
