package gpucount

import (
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpurun"
)

// bitmapRow is the longest row that a warp of the method bitmap takes.
const bitmapRow = 512

// planDeviceBitmap sets a bit for every entry of a row in an array over all
// vertices, in global memory, and tests the lists of all its entries: Bisson and
// Fatica (High performance exact triangle counting on GPUs, TPDS 2017), taken up
// by Iakovidis (section 8) as his third kernel. A warp takes a short row and a
// block a long one, each with bits of its own, which it clears one by one.
//
// An edge costs the length of its head's list, one load an entry. The bits take
// n/8 bytes a warp, which is why the method is slow on flat graphs of many
// vertices: they must be cleared once, and do not fit the caches. They get at
// most a quarter of the memory that is free; with less, fewer warps run.
func planDeviceBitmap(r *deviceRun, _ Params) func() {
	module := r.load("bitmap")
	short, long := r.kernel(module, "bitmap", 0), r.kernel(module, "bitmapLong", 0)
	rows := r.longRows(bitmapRow)

	const warps = blockThreads / 32
	words := (r.lists.Rows + 31) / 32
	affordable := int(r.Room() / 4 / int64(max(4*words, 1)))
	short.Blocks = min(short.Blocks, max(affordable/warps, 1))
	long.Blocks = min(long.Blocks, short.Blocks*warps)
	bits := gpurun.Array[uint32](r.Run, short.Blocks*warps*words)

	offsets, neighbors, total := r.lists.Offsets.Arg(), r.lists.Neighbors.Arg(), r.total.Arg()
	many := short.share(uint64(r.lists.Rows), rowsAtOnce)
	return func() {
		gpurun.Zero(r.Run, rows.count)
		gpurun.Zero(r.Run, bits)
		short.Launch(offsets, neighbors, gpu.Uint32(uint32(r.lists.Rows)), gpu.Uint32(many), bits.Arg(), gpu.Uint64(uint64(words)),
			r.cursor(0), rows.pieces.Arg(), rows.count.Arg(), total)
		if rows.any() {
			long.Launch(offsets, neighbors, bits.Arg(), gpu.Uint64(uint64(words)),
				r.cursor(1), rows.pieces.Arg(), rows.count.Arg(), total)
		}
	}
}
