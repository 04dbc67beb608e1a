package gpucount

import (
	"github.com/tricycle-graph/tricycle/internal/gpu/gpucount/kernels"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpurun"
)

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
	short := gpurun.Find(r.Run, kernels.Bitmap, kernels.Threads, 0)
	long := gpurun.Find(r.Run, kernels.BitmapLong, kernels.Threads, 0)
	rows := r.longRows(kernels.BitmapRow)

	words := (r.lists.Rows + 31) / 32
	affordable := int(r.Room() / 4 / int64(max(4*words, 1)))
	short.Blocks = min(short.Blocks, max(affordable/kernels.Warps, 1))
	long.Blocks = min(long.Blocks, short.Blocks*kernels.Warps)
	bits := gpurun.Array[uint32](r.Run, short.Blocks*kernels.Warps*words)

	many := warpShare(short, uint64(r.lists.Rows), rowsAtOnce)
	return func() {
		gpurun.Zero(r.Run, rows.count)
		gpurun.Zero(r.Run, bits)
		short.Launch(kernels.BitmapArgs{
			Offsets: r.lists.Offsets, Neighbors: r.lists.Neighbors, Rows: uint32(r.lists.Rows), Many: many,
			Bitmaps: bits, Words: uint64(words), Next: r.cursor(0), Pieces: rows.pieces, Count: rows.count, Total: r.total,
		})
		if rows.any() {
			long.Launch(kernels.BitmapLongArgs{
				Offsets: r.lists.Offsets, Neighbors: r.lists.Neighbors,
				Bitmaps: bits, Words: uint64(words), Next: r.cursor(1), Pieces: rows.pieces, Count: rows.count, Total: r.total,
			})
		}
	}
}
