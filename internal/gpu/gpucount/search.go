package gpucount

import (
	"github.com/tricycle-graph/tricycle/internal/gpu/gpucount/kernels"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpurun"
)

// planDeviceSearch looks the entries of the shorter list of an edge up in the
// longer, by binary search of all threads of a warp: TriCore (Hu, Liu and
// Huang, SC 2018).
//
// As there, the first levels of a search tree are kept in shared memory: of the
// row that the warp is in, 512 entries at even distances. All shorter lists of
// 32 edges are gone through as if they were one, so that no lane is idle where
// lists are short; TriCore has a warp on one edge.
//
// An edge costs s·log l, s and l the lengths of its shorter and its longer list.
func planDeviceSearch(r *deviceRun, _ Params) func() {
	kernel := gpurun.Find(r.Run, kernels.Search, kernels.Threads, 0)
	return func() {
		kernel.Launch(kernels.SearchArgs{
			Offsets: r.lists.Offsets, Neighbors: r.lists.Neighbors, Rows: uint32(r.lists.Rows), Edges: r.lists.Edges,
			Many: entriesAtOnce(kernel, r.lists), Next: r.cursor(0), Total: r.total,
		})
	}
}
