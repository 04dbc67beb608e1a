package gpucount

import (
	"github.com/tricycle-graph/tricycle/internal/gpu/gpucount/kernels"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpurun"
)

// pairThreads are the numbers of threads that may share a pair.
var pairThreads = []int{1, 2, 4, 8, 16, 32}

// planDeviceMergePath shares each merge between t threads, and has 32 / t of
// them in a warp at once: Green's intersection by cpucount.Merge Path (Triangle counting
// in graphs on the GPU, part 2; Green, McColl and Bader, GPU cpucount.Merge Path, ICS
// 2012). The walk of a merge is cut into t pieces of the same length, as
// countMergePath does it; each thread finds where its piece begins by binary
// search.
//
// A pair of lists of lengths k and d costs (k + d)/t steps and a binary search
// of log min(k, d). More threads even out lists of unlike lengths within a
// warp, and cost more searches.
func planDeviceMergePath(r *deviceRun, p Params) func() {
	kernel := gpurun.Find(r.Run, kernels.MergePath, kernels.Threads, 0)
	threads := p.PairThreads
	if threads == 0 {
		threads = r.pairThreads()
	}
	return func() {
		kernel.Launch(kernels.MergePathArgs{
			Offsets: r.lists.Offsets, Neighbors: r.lists.Neighbors, Rows: uint32(r.lists.Rows), Edges: r.lists.Edges,
			Many: entriesAtOnce(kernel, r.lists), Shift: log2(threads), Next: r.cursor(0), Total: r.total,
		})
	}
}

// pairThreads chooses the threads of a pair: all of a warp where a row is so
// long that others would wait for its merges, and one elsewhere.
func (r *deviceRun) pairThreads() int {
	if r.skew() > 64 {
		return 32
	}
	return 1
}
