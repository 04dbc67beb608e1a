package gpucount

import (
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpurun"
)

// hashRow is the longest row that a warp of the method hash takes.
const hashRow = 256

// planDeviceHash enters a row in a hash table in shared memory, and looks up the
// lists of all its entries there: TRUST (Pandey et al., Triangle counting
// reloaded on GPUs, TPDS 2021). As there, a warp takes a short row and a block a
// long one.
//
// Tables use open addressing, a quarter full and at most a half, so that every
// entry has a place. (Buckets of fixed size drop what they have no room for, and
// the count with it.) A row of more than 4096 entries goes through the table in
// tiles; of each list only what lies in the tile's range of ids is looked up.
//
// An edge costs the length of its head's list, whatever the row's own is, and a
// row its length.
func planDeviceHash(r *deviceRun, _ Params) func() {
	module := r.load("hash")
	short, long := r.kernel(module, "hash", 0), r.kernel(module, "hashLong", 0)
	rows := r.longRows(hashRow)
	offsets, neighbors, total := r.lists.Offsets.Arg(), r.lists.Neighbors.Arg(), r.total.Arg()
	many := short.share(uint64(r.lists.Rows), rowsAtOnce)
	return func() {
		gpurun.Zero(r.Run, rows.count)
		short.Launch(offsets, neighbors, gpu.Uint32(uint32(r.lists.Rows)), gpu.Uint32(many),
			r.cursor(0), rows.pieces.Arg(), rows.count.Arg(), total)
		if rows.any() {
			long.Launch(offsets, neighbors, r.cursor(1), rows.pieces.Arg(), rows.count.Arg(), total)
		}
	}
}

// rowsAtOnce is the most rows that a warp takes at a time, where it takes rows.
const rowsAtOnce = 16
