package triangle

import "github.com/tricycle-graph/tricycle/gpu"

const (
	sharedTile  = 4096 // entries that a block of the method shared holds in shared memory
	mostColumns = 256  // rows that it takes at most
)

// planDeviceShared gives k consecutive rows to a block, which copies them to
// shared memory; its threads take their entries, and merge what stands before an
// entry there with the list that it leads to, in global memory. It is the second
// kernel of Iakovidis (Finding the number of triangles in a graph, 2019, section
// 7), whose columns are our rows. He takes 27 on graphs of up to 7 entries a
// column and 1 on one of 37; zero here takes as many as have an entry for each
// thread.
//
// The cost is that of merge, but half of the steps read shared memory. A row
// that does not fit goes through shared memory in tiles, and if it is long, many
// blocks share it.
func planDeviceShared(r *deviceRun, p DeviceParams) func() {
	module := r.load("shared")
	short, long := r.kernel(module, "shared", 0), r.kernel(module, "sharedLong", 0)
	columns := p.Columns
	if columns == 0 {
		columns = min(max(blockThreads/r.meanRow(), 1), mostColumns)
	}
	rows := r.longRows(sharedTile)
	offsets, neighbors, total := r.lists.Offsets.Arg(), r.lists.Neighbors.Arg(), r.total.Arg()
	return func() {
		zero(r, rows.count)
		short.launch(offsets, neighbors, gpu.Uint32(uint32(r.lists.Rows)), gpu.Uint32(uint32(columns)),
			r.cursor(0), rows.pieces.Arg(), rows.count.Arg(), total)
		if rows.any() {
			long.launch(offsets, neighbors, r.cursor(1), rows.pieces.Arg(), rows.count.Arg(), total)
		}
	}
}
