package gpucount

import (
	"math"

	"github.com/tricycle-graph/tricycle/internal/gpu/gpucount/kernels"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpurun"
)

const (
	// mostChunkEdges is the number of edges up to which chunks were measured to take less than other
	// ways, and mostFullEdges that where rows have fullRow entries and more.
	mostChunkEdges = 10 << 20
	mostFullEdges  = 7 << 20
	// fewItems is about how many items chunks look up before dense graphs take longer so than by
	// bit matrices.
	fewItems = 2 << 20
	// hubSkew is from which on wedges take less, where they are for the graph: see hubShare.
	hubSkew = 1.8
)

// worthChunks reports whether the kernels are for such lists, and chunks likely to take less than what auto
// would choose otherwise: so it was on 60 graphs of all shapes.
func worthChunks(r *deviceRun) bool {
	most := uint64(mostChunkEdges)
	if r.meanRow() >= fullRow {
		most = mostFullEdges
	}
	return kernels.SmallChunk <= r.lists.Edges && r.lists.Edges <= most &&
		r.lists.MaxOutDegree <= kernels.ChunkRow && r.lists.Rows <= kernels.ChunkVertices &&
		!(worthWedges(r) && r.hubShare() >= hubSkew)
}

// hubShare grows with the share of the wedges that have a hub for their middle. All items of a hub's
// row are looked up by chunks, for each row that holds it, where a wedge is one bit. The longest row
// has about as many entries as there are hubs joined to each other, no more than the root of twice the edges.
func (r *deviceRun) hubShare() float64 {
	longest, rows := float64(r.lists.MaxOutDegree), float64(max(r.lists.Rows, 1))
	edges := float64(r.lists.Edges)
	return longest * longest * rows / (edges * math.Sqrt(2*edges))
}

// planChunks counts all triangles by looking rows up in tables: see chunks.cu.
func planChunks(r *deviceRun) func() {
	size, entry := kernels.Chunk, kernels.Chunks
	if small := gpurun.Find(r.Run, kernels.SmallChunks, kernels.SmallChunk, 0); r.lists.Edges <= uint64(small.Blocks*kernels.SmallChunk) {
		size, entry = kernels.SmallChunk, kernels.SmallChunks
	}
	kernel := gpurun.Find(r.Run, entry, size, 0)
	kernel.Blocks = int((r.lists.Edges + uint64(size) - 1) / uint64(size))
	return func() {
		kernel.Launch(kernels.ChunksArgs{
			Offsets: r.lists.Offsets, Neighbors: r.lists.Neighbors, Index: r.lists.Index,
			Rows: uint32(r.lists.Rows), Edges: uint32(r.lists.Edges), Total: r.total,
		})
	}
}
