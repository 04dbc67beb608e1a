package cpucount

import (
	"context"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/par"
	"github.com/tricycle-graph/tricycle/internal/simd"
)

// Flat counts on the symmetric lists of a graph as they are, without ranks and without a
// copy: of one without hubs, such as a road network or a mesh, and of a small one. For each
// u and each smaller neighbour v of it, v's list is compared with the neighbours of u
// before v. long tells that there are vertices with more neighbours than FlatDegree.
// It also returns the longest run of smaller neighbours, which is the largest
// out-degree under graph.OrderID. (The GAP benchmark skips relabelling on such
// graphs too: Beamer, Asanovic and Patterson, 2015.)
func Flat(ctx context.Context, g *graph.Graph, long bool, p Params) (triangles uint64, longest uint32, err error) {
	workers := par.Workers(p.Threads)
	kernels := simd.Best()
	offsets, neighbors := g.Offsets(), g.Adjacency()
	type state struct {
		count, longest uint64
		bitmap         []uint32
		_              [64]byte // the workers' counts on cache lines of their own
	}
	states := make([]state, workers)
	chunks := cutOffsets(offsets, workers, p.grain)
	p.Meter.Start("count", int64(len(neighbors)))
	err = par.Each(ctx, workers, len(chunks)-1, func(worker, i int) error {
		s := &states[worker]
		begin, end := chunks[i], chunks[i+1]
		var count, most uint64
		if long {
			if s.bitmap == nil {
				s.bitmap = make([]uint32, g.Vertices()/32+1)
			}
			count, most = kernels.CountSymmetric(offsets, neighbors, begin, end, s.bitmap)
		} else {
			count, most = kernels.CountFlat(offsets, neighbors, begin, end)
		}
		// This cannot overflow: of m edges there are less than m^1.5 triangles, and where
		// degrees are at most 32, less than 2^9 for each of 2^32 vertices.
		s.count += count
		s.longest = max(s.longest, most)
		p.Meter.Add(int64(offsets[end] - offsets[begin]))
		return nil
	})
	for _, s := range states {
		triangles += s.count
		longest = max(longest, uint32(s.longest))
	}
	return triangles, longest, err
}

const (
	// FlatDegree is the largest degree with which comparing two symmetric lists beats
	// orienting them first, whatever the size of the graph.
	FlatDegree = 32
	// FlatEdges is how many edges a graph with longer lists may have, and FlatEdgesEach how many for each worker, if
	// that is more. The kernel looks ahead in both halves of u's list and asks for lists in vain: in a larger graph,
	// which no cache holds, it waits for memory.
	FlatEdges, FlatEdgesEach = 5 << 18, 5 << 16
)

// LongFlat reports whether Flat counts a graph with so many edges well that has long lists,
// within the memory.
func LongFlat(vertices int, edges uint64, p Params) bool {
	most := max(FlatEdges, FlatEdgesEach*uint64(par.Workers(p.Threads)))
	return simd.Best().Symmetric && edges <= most && (p.Memory <= 0 || FlatBytes(vertices, p) <= p.Memory)
}

// FlatBytes is what Flat holds where lists are long.
func FlatBytes(vertices int, p Params) int64 { return autoBytes(vertices, 0, 0, p) }
