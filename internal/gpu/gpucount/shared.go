package gpucount

import (
	"github.com/tricycle-graph/tricycle/internal/gpu/gpucount/kernels"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpurun"
)

// planDeviceShared gives k consecutive rows to a block, which copies them to
// shared memory; its threads take their entries, and merge what stands before an
// entry there with the list that it leads to, in global memory. It is the second
// kernel of Iakovidis (Finding the number of triangles in a graph, 2019, section
// 7), whose columns are our rows. He takes 27 on graphs of up to 7 entries a
// column and 1 on one of 37, in 1024 blocks of 128 threads; zero here takes as
// many as have four entries for each thread, one where the rows are very unlike.
//
// The cost is that of merge, but half of the steps read shared memory. A row
// that does not fit goes through shared memory in tiles, and if it is long, many
// blocks share it.
func planDeviceShared(r *deviceRun, p Params) func() {
	short := shaped(r, kernels.Shared, p)
	long := shaped(r, kernels.SharedLong, p)
	columns := p.Columns
	if columns == 0 {
		columns = r.columns(p.blockThreads())
	}
	rows := r.longRows(kernels.SharedTile)
	return func() {
		gpurun.Zero(r.Run, rows.count)
		short.Launch(kernels.SharedArgs{
			Offsets: r.lists.Offsets, Neighbors: r.lists.Neighbors, Rows: uint32(r.lists.Rows), Columns: uint32(columns),
			Next: r.cursor(0), Pieces: rows.pieces, Count: rows.count, Total: r.total,
		})
		if rows.any() {
			long.Launch(kernels.SharedLongArgs{
				Offsets: r.lists.Offsets, Neighbors: r.lists.Neighbors,
				Next: r.cursor(1), Pieces: rows.pieces, Count: rows.count, Total: r.total,
			})
		}
	}
}

// columns chooses the rows that a block takes at once. It waits for the longest
// of its merges, so that it takes fewer where some rows are far longer.
func (r *deviceRun) columns(threads int) int {
	entries := 4 * threads
	if r.skew() > 16 {
		entries = threads
	}
	return min(max(entries/r.meanRow(), 1), kernels.MostColumns)
}
