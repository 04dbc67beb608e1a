package gpucount

import (
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpurun"
)

const (
	sharedTile  = 4096 // entries that a block of the method shared holds in shared memory
	mostColumns = 256  // rows that it takes at most
)

// planDeviceShared gives k consecutive rows to a block, which copies them to
// shared memory; its threads take their entries, and merge what stands before an
// entry there with the list that it leads to, in global memory. It is the second
// kernel of Iakovidis (Finding the number of triangles in a graph, 2019, section
// 7), whose columns are our rows. He takes 27 on graphs of up to 7 entries a
// column and 1 on one of 37; zero here takes as many as have four entries for
// each thread, one where the rows are very unlike.
//
// The cost is that of merge, but half of the steps read shared memory. A row
// that does not fit goes through shared memory in tiles, and if it is long, many
// blocks share it.
func planDeviceShared(r *deviceRun, p Params) func() {
	module := r.load("shared")
	short, long := r.kernel(module, "shared", 0), r.kernel(module, "sharedLong", 0)
	columns := p.Columns
	if columns == 0 {
		columns = r.columns()
	}
	rows := r.longRows(sharedTile)
	offsets, neighbors, total := r.lists.Offsets.Arg(), r.lists.Neighbors.Arg(), r.total.Arg()
	return func() {
		gpurun.Zero(r.Run, rows.count)
		short.Launch(offsets, neighbors, gpu.Uint32(uint32(r.lists.Rows)), gpu.Uint32(uint32(columns)),
			r.cursor(0), rows.pieces.Arg(), rows.count.Arg(), total)
		if rows.any() {
			long.Launch(offsets, neighbors, r.cursor(1), rows.pieces.Arg(), rows.count.Arg(), total)
		}
	}
}

// columns chooses the rows that a block takes at once. It waits for the longest
// of its merges, so that it takes fewer where some rows are far longer.
func (r *deviceRun) columns() int {
	entries := 4 * blockThreads
	if r.skew() > 16 {
		entries = blockThreads
	}
	return min(max(entries/r.meanRow(), 1), mostColumns)
}
