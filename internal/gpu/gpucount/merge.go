package gpucount

import "github.com/tricycle-graph/tricycle/internal/gpu/gpucount/kernels"

// planDeviceMerge gives each entry of the lists to a thread, which merges its
// two lists with two pointers: the simple kernel of Iakovidis (Finding the
// number of triangles in a graph, 2019, section 5), and that of Polak (Counting
// triangles in large graphs on GPU, IPDPSW 2016).
//
// An entry costs the lengths of its lists in steps that wait for each other; a
// list that is far longer than the other is entered by binary search. A warp
// takes as long as the longest of its 32 merges, so lists of like lengths suit
// it. He has 512 threads in each of 256 blocks; here there are 256 in as many blocks as
// the device runs at once.
func planDeviceMerge(r *deviceRun, p Params) func() {
	kernel := shaped(r, kernels.Merge, p)
	return func() {
		kernel.Launch(kernels.MergeArgs{
			Offsets: r.lists.Offsets, Neighbors: r.lists.Neighbors, Rows: uint32(r.lists.Rows), Edges: r.lists.Edges,
			Many: entriesAtOnce(kernel, r.lists), Next: r.cursor(0), Total: r.total,
		})
	}
}
