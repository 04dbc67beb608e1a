package gpucount

import (
	"math"

	"github.com/tricycle-graph/tricycle/internal/gpu/gpucount/kernels"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpurun"
)

const (
	// chunkBytes is what a block has of each row.
	chunkBytes = kernels.ChunkBits / 8
	// andRowsShared is the shared memory of a block beside the rows of its stretch: a row of zeros,
	// where the rows of 32 entries are for each warp, and what the compiler adds.
	andRowsShared = chunkBytes + 4*kernels.AndRowsThreads + 1024
)

// bitRowsShape is how rows as bits are shared out among the blocks of a device.
type bitRowsShape struct {
	words              int // of 32 bits a row
	stretch, stretches int // rows that a block has in shared memory at once, and how often that is
	slab               int // rows that a block goes through with them
}

func (r *deviceRun) bitRowsShape() bitRowsShape {
	rows := r.lists.Rows
	s := bitRowsShape{words: (rows + kernels.ChunkBits - 1) / kernels.ChunkBits * (kernels.ChunkBits / 32)}
	s.stretch = max((r.Device.Info().SharedPerBlock-andRowsShared)/chunkBytes, 32)
	s.stretches = (rows + s.stretch - 1) / s.stretch
	// A block takes a slab, a stretch and a chunk at a time; half of these are empty. The larger the slabs, the
	// fewer copies of stretches to shared memory; with fewer than nine a multiprocessor some have more to do
	// than others.
	const parts, least, most = 9, 1 << 10, 1 << 13
	chunks := s.words / (kernels.ChunkBits / 32)
	s.slab = min(max(rows*s.stretches*chunks/(2*parts*max(r.Device.Info().Multiprocessors, 1)), least), most)
	return s
}

// bytes is what the bits and cuts of so many rows hold.
func (s bitRowsShape) bytes(rows int) int64 {
	return 4 * int64(rows) * int64(s.words+s.stretches+1)
}

// pairsAnded is how many pairs of vertices may share an edge where ANDs of rows are the fastest:
// with fewer all rows are multiplied in less time, and with more each entry is looked at. Rows
// all take the same time to AND, and so are for graphs without skew. docs/tried.md has the
// times these were taken from.
func pairsAnded(rows int) (least, most uint64) {
	switch {
	case rows <= 10_000:
		return 1, 0
	case rows <= 1<<14:
		return 64, 100
	case rows <= 24_576:
		return 48, 100
	case rows <= 1<<15:
		return 32, 90
	}
	return 28, 76
}

// worthBitRows reports whether to AND the bits of rows takes less than to multiply all of them,
// which is for denser graphs, or to look at their entries, for sparser or skewed ones.
func worthBitRows(r *deviceRun) bool {
	rows, edges := uint64(r.lists.Rows), r.lists.Edges
	least, most := pairsAnded(r.lists.Rows)
	return edges < math.MaxUint32-warpSize && 2*least*edges < rows*rows && rows*rows <= 2*most*edges &&
		withoutSkew(r) && r.bitRowsShape().bytes(r.lists.Rows) <= r.Room()
}

// withoutSkew reports whether no row is much longer than others. Where all vertices have about as
// many neighbors, the longest row is twice the mean.
func withoutSkew(r *deviceRun) bool {
	return uint64(r.lists.MaxOutDegree)*uint64(r.lists.Rows) <= 3*r.lists.Edges
}

// planBitRows counts all triangles by ANDs of rows as bits: see bitrows.cu.
//
// Cost: an edge (u, v) takes v / 32 words, however many entries the rows have.
func planBitRows(r *deviceRun) func() {
	shape, rows := r.bitRowsShape(), r.lists.Rows
	fill := gpurun.Find(r.Run, kernels.BitRows, kernels.Threads, 0)
	cut := gpurun.Find(r.Run, kernels.CutRows, kernels.Threads, 0)
	count := gpurun.Find(r.Run, kernels.AndRows, kernels.AndRowsThreads, andRowsShared-1024+shape.stretch*chunkBytes)
	bits, cuts := gpurun.Array[uint32](r.Run, rows*shape.words), gpurun.Array[uint32](r.Run, rows*(shape.stretches+1))
	return func() {
		fill.Launch(kernels.BitRowsArgs{
			Offsets: r.lists.Offsets, Neighbors: r.lists.Neighbors, Rows: uint32(rows),
			Words: uint32(shape.words), Stretch: uint32(shape.stretch), Bits: bits,
		})
		cut.Launch(kernels.CutRowsArgs{
			Offsets: r.lists.Offsets, Neighbors: r.lists.Neighbors, Rows: uint32(rows),
			Stretch: uint32(shape.stretch), Stretches: uint32(shape.stretches), Cuts: cuts,
		})
		count.Launch(kernels.AndRowsArgs{
			Neighbors: r.lists.Neighbors, Rows: uint32(rows), Bits: bits, Words: uint32(shape.words),
			Stretch: uint32(shape.stretch), Stretches: uint32(shape.stretches), Slab: uint32(shape.slab),
			Cuts: cuts, One: 1, Next: r.cursor(0), Total: r.total,
		})
	}
}
