package gpucount

import (
	"github.com/tricycle-graph/tricycle/internal/gpu/gpucount/kernels"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpurun"
)

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
	short := gpurun.Find(r.Run, kernels.Hash, kernels.Threads, 0)
	long := gpurun.Find(r.Run, kernels.HashLong, kernels.Threads, 0)
	rows := r.longRows(kernels.HashRow)
	many := warpShare(short, uint64(r.lists.Rows), rowsAtOnce)
	return func() {
		gpurun.Zero(r.Run, rows.count)
		short.Launch(kernels.HashArgs{
			Offsets: r.lists.Offsets, Neighbors: r.lists.Neighbors, Rows: uint32(r.lists.Rows), Many: many,
			Next: r.cursor(0), Pieces: rows.pieces, Count: rows.count, Total: r.total,
		})
		if rows.any() {
			long.Launch(kernels.HashLongArgs{
				Offsets: r.lists.Offsets, Neighbors: r.lists.Neighbors,
				Next: r.cursor(1), Pieces: rows.pieces, Count: rows.count, Total: r.total,
			})
		}
	}
}

// rowsAtOnce is the most rows that a warp takes at a time, where it takes rows.
const rowsAtOnce = 16
