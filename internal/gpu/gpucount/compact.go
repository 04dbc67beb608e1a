package gpucount

import (
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpucount/kernels"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpurun"
)

const (
	// leastCompactEdges is the number of edges from which the lists are so far beyond the second-level cache of
	// an H200 that to read less of them pays for making compact rows.
	leastCompactEdges = 12 << 20
	// compactMean is the mean row from which compact rows fit into what making the lists has left of memory, or nearly so:
	// 8 entries take the 64 bytes there that a compact row does. More memory costs a quarter of a millisecond.
	compactMean = 7.9
	// compactHit is by how many entries the mean row must be longer for each triangle an edge: what is found in
	// compact rows is looked for in the lists. Rows longer than compactLong make no odds: with 24 entries and 1.2
	// triangles an edge, to look compact rows up took 1.4 times as long as the lists.
	compactHit, compactLong = 12, 14
	// compactBytes is a compact row.
	compactBytes = 2 * kernels.CompactRow
	// closedSamples is how many pairs of entries are tested for being an edge.
	closedSamples = 1 << 13
	// closedFacts is how many numbers tell the result.
	closedFacts = 2
)

// worthCompact reports whether to look compact rows up takes less than to look the rows up.
func worthCompact(r *deviceRun) bool {
	mean := float64(r.lists.Edges) / float64(max(r.lists.Rows, 1))
	return r.lists.MaxOutDegree <= kernels.CompactRow && r.lists.Edges >= leastCompactEdges && compactPays(mean, 0) &&
		compactBytes*int64(r.lists.Rows)+8*closedFacts <= r.Room() && compactPays(mean, trianglesAnEdge(r))
}

// compactPays reports whether rows of that mean are long enough for so many triangles an edge.
func compactPays(mean, triangles float64) bool {
	return min(mean, compactLong) >= compactMean+compactHit*triangles
}

// trianglesAnEdge is about how many triangles there are for each edge, of lists that have a row.
func trianglesAnEdge(r *deviceRun) float64 {
	facts := gpurun.Zeros[uint64](r.Run, closedFacts)
	gpurun.Launch(r.Run, kernels.ClosedPairs, gpu.Grid1D(closedSamples, kernels.Threads), kernels.ClosedPairsArgs{
		Offsets: r.lists.Offsets, Neighbors: r.lists.Neighbors, Rows: uint32(r.lists.Rows), Samples: closedSamples, Facts: facts,
	})
	closed := gpurun.Read(r.Run, facts)
	return float64(closed[0]) / float64(max(closed[1], 1))
}

// planCompact counts all triangles by looking compact rows up: see compact.cu.
//
// Cost: an entry takes the 64 bytes of the row that it leads to, and a triangle what it takes to find an offset and an
// entry in the lists.
func planCompact(r *deviceRun) func() {
	rows := uint32(r.lists.Rows)
	write, count := gpurun.Find(r.Run, kernels.CompactRows, kernels.Threads, 0), gpurun.Find(r.Run, kernels.CountCompact, kernels.Threads, 0)
	compact := gpurun.Array[uint32](r.Run, compactBytes/4*r.lists.Rows)
	most := warpShare(count, uint64(rows), 24)
	return func() {
		write.Launch(kernels.CompactRowsArgs{Offsets: r.lists.Offsets, Neighbors: r.lists.Neighbors, Rows: rows, Compact: compact})
		count.Launch(kernels.CountCompactArgs{
			Offsets: r.lists.Offsets, Neighbors: r.lists.Neighbors, Rows: rows, Most: most, Compact: compact, Next: r.cursor(0), Total: r.total,
		})
	}
}
