package cpucount

import (
	"context"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/par"
	"github.com/tricycle-graph/tricycle/internal/simd"
)

// Flat counts on the symmetric lists of a graph without hubs, such as a
// road network or a mesh: no ranks, no copy. For each u and each smaller
// neighbour v of it, v's list is compared with all neighbours of u before v.
// It also returns the longest run of smaller neighbours, which is the largest
// out-degree under graph.OrderID. (The GAP benchmark skips relabelling on such
// graphs too: Beamer, Asanovic and Patterson, 2015.)
func Flat(ctx context.Context, g *graph.Graph, p Params) (triangles uint64, longest uint32, err error) {
	workers := par.Workers(p.Threads)
	kernels := simd.Best()
	offsets, neighbors := g.Offsets(), g.Adjacency()
	const rows = 1 << 15
	type state struct {
		count, longest uint64
		_              [64]byte // the workers' counts on cache lines of their own
	}
	states := make([]state, workers)
	p.Meter.Start("count", int64(g.Vertices()))
	err = par.Chunks(ctx, workers, g.Vertices(), rows, func(worker, begin, end int) error {
		s := &states[worker]
		count, longest := kernels.CountFlat(offsets, neighbors, begin, end)
		// With degrees of at most 32 and fewer than 2^32 vertices this cannot
		// overflow.
		s.count += count
		s.longest = max(s.longest, longest)
		p.Meter.Add(int64(end - begin))
		return nil
	})
	for _, s := range states {
		triangles += s.count
		longest = max(longest, uint32(s.longest))
	}
	return triangles, longest, err
}
