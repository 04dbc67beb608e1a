package gpucount

import (
	"github.com/tricycle-graph/tricycle/internal/gpu/gpucount/kernels"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpurun"
)

const (
	// mostWedgeEdges is the number of edges up to which wedges are tested one by one, or twice
	// as many where rows have fewer than wedgeRow entries: beyond it the two steps of the
	// method auto take less.
	mostWedgeEdges = 5 << 20
	wedgeRow       = 8
	// wedgeHubs is the most hubs. Their triangle of bits, 16 MiB, stays in the L2 cache. To write it
	// takes as long as to test the wedges of a small graph: of up to fewEdges or middlingEdges there
	// are fewer.
	wedgeHubs, middlingHubs, fewHubs = 1 << 14, 3 << 12, 1 << 13
	middlingEdges                    = 3 << 20
)

// worthWedges reports whether most wedges are likely to lie among the hubs: in a graph with
// long rows, of vertices ranked by degree. No row is longer than the root of twice the edges
// then. Beyond the other bounds merge-path or the tables took less of 71 graphs of all shapes.
func worthWedges(r *deviceRun) bool {
	edges, longest, mean := r.lists.Edges, uint64(r.lists.MaxOutDegree), uint64(r.meanRow())
	skewed := longest >= 72 && longest >= 4*mean && (mean >= 7 || longest > 256 || edges > mostWedgeEdges)
	few := edges <= mostWedgeEdges || edges <= 2*mostWedgeEdges && mean < wedgeRow
	return skewed && longest*longest <= 2*edges && few &&
		r.lists.Rows <= kernels.WedgeRows && wedgeBits(r) <= r.Room()
}

// wedgeBits is the bytes of the matrix of the hubs.
func wedgeBits(r *deviceRun) int64 {
	blocks := int64(countWedgeHubs(r) / 32)
	return 4 * 16 * blocks * (blocks + 1)
}

func countWedgeHubs(r *deviceRun) int {
	most := wedgeHubs
	switch {
	case r.lists.Edges <= fewEdges:
		most = fewHubs
	case r.lists.Edges <= middlingEdges:
		most = middlingHubs
	}
	return min(most, r.lists.Rows) / 32 * 32
}

// wedgesAtOnce is how many entries of the lists a warp takes at a time. Few edges are shared by
// more warps so.
func wedgesAtOnce(r *deviceRun) uint32 {
	if r.lists.Edges <= fewEdges {
		return 32
	}
	return 64
}

// planWedges counts all triangles by testing every wedge: see wedges.cu.
func planWedges(r *deviceRun) func() {
	matrix := gpurun.Find(r.Run, kernels.WedgeMatrix, kernels.Threads, 0)
	kernel := gpurun.Find(r.Run, kernels.Wedges, kernels.Threads, 0)
	hubs := uint32(countWedgeHubs(r))
	bits := gpurun.Array[uint32](r.Run, int(wedgeBits(r)/4))
	return func() {
		matrix.Launch(kernels.WedgeMatrixArgs{Offsets: r.lists.Offsets, Neighbors: r.lists.Neighbors, Hubs: hubs, Bits: bits})
		kernel.Launch(kernels.WedgesArgs{
			Offsets: r.lists.Offsets, Neighbors: r.lists.Neighbors, Index: r.lists.Index,
			Rows: uint32(r.lists.Rows), Edges: r.lists.Edges, Hubs: hubs, Bits: bits, Many: wedgesAtOnce(r), Next: r.turns(0), Total: r.total,
		})
	}
}
