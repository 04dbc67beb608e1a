package gpucount

import (
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpurun"
)

// deviceRows is consecutive rows of oriented lists on a device.
type deviceRows struct {
	count     int
	edges     uint64            // of upper rows
	offsets   gpu.Array[uint64] // count + 1 positions in neighbors; the first need not be 0
	neighbors gpu.Array[uint32] // ids
}

// slice returns the rows [begin, end), to be lower rows.
func (d deviceRows) slice(begin, end int) deviceRows {
	return deviceRows{count: end - begin, offsets: d.offsets.Slice(begin, end+1), neighbors: d.neighbors}
}

// allRows returns the rows of the lists in one piece.
func (r *deviceRun) allRows() deviceRows {
	return deviceRows{count: r.lists.Rows, edges: r.lists.Edges, offsets: r.lists.Offsets, neighbors: r.lists.Neighbors}
}

// columnBlock is the number of threads of the blocks of columns.
const columnBlock = 96

// What the kernels of the columns know too.
const (
	nearEntries  = 1 << 16 // NEAR: entries below are kept in 16 bits, and exact in the bit arrays
	filterBits   = 1 << 13 // FILTER_BITS: for those above
	itemSegments = 512     // ITEM: rows that a block looks up in a column before it takes another
)

// columnRoom is what the columns are made for.
type columnRoom struct {
	upper, lower int    // rows
	edges        uint64 // of the upper rows
	segments     uint64 // of these, at most, those that lead to lower rows
}

// bytes is what the columns hold beside the lists.
func (c columnRoom) bytes() int64 {
	return 4*int64(c.upper) + 4*int64(c.lowWords()) + (4+8)*int64(c.lower) + 8*int64(c.segments) + 8*int64(c.items()) + 16
}

// lowWords is the room for 16-bit entries in rows that begin at multiples of 8,
// two a word, and for reading eight at a time.
func (c columnRoom) lowWords() int { return (int(c.edges)+7*c.upper+16)/2 + 4 }

// items bounds the items: each column has one, and one more for each
// itemSegments of its rows.
func (c columnRoom) items() int { return int(c.segments/deviceColumn+c.segments/itemSegments) + 1 }

// columnCounter counts triangles u > v > w, of which u has an upper row and v a
// lower row.
type columnCounter struct {
	run                                  *deviceRun
	indegrees, allot, transpose, columns deviceKernel
	many                                 uint32 // rows that must hold a vertex for it to be a column
	in, nears, low                       gpu.Array[uint32]
	start, segments, items, used         gpu.Array[uint64]
}

// newColumns makes a counter with room for some rows. With noColumns for many,
// everything is searched, and there is little to hold.
func (r *deviceRun) newColumns(room columnRoom, many uint32) *columnCounter {
	module := r.load("columns")
	c := &columnCounter{
		run: r, many: many,
		indegrees: r.kernel(module, "indegrees", 0),
		allot:     r.kernel(module, "allot", 0),
		transpose: r.kernel(module, "transpose", 0),
		columns:   r.kernelBy(module, "columns", columnBlock, (nearEntries+filterBits)/8),
		in:        gpurun.Array[uint32](r.Run, room.lower),
	}
	if many != noColumns {
		c.nears, c.low = gpurun.Array[uint32](r.Run, room.upper), gpurun.Array[uint32](r.Run, room.lowWords())
		c.start, c.segments = gpurun.Array[uint64](r.Run, room.lower), gpurun.Array[uint64](r.Run, int(room.segments))
		c.items, c.used = gpurun.Array[uint64](r.Run, room.items()), gpurun.Array[uint64](r.Run, 2)
	}
	return c
}

// launch counts with these upper rows and the lower rows of the vertices from
// first on.
func (c *columnCounter) launch(upper, lower deviceRows, first uint32) {
	r := c.run
	if r.Err != nil || upper.edges == 0 || lower.count == 0 {
		return
	}
	in := c.in.Slice(0, lower.count)
	offsets, neighbors, rows := upper.offsets.Arg(), upper.neighbors.Arg(), gpu.Uint32(uint32(upper.count))
	lowerOffsets, lowerNeighbors := lower.offsets.Arg(), lower.neighbors.Arg()
	begin, span, many := gpu.Uint32(first), gpu.Uint32(uint32(lower.count)), gpu.Uint32(c.many)
	// A block of indegrees adds up thousands of counters in the end.
	indegrees := c.indegrees
	indegrees.Blocks = min(indegrees.Blocks, int(upper.edges>>14)+1)
	chunk := gpu.Uint32(32 * c.transpose.share(upper.edges/32, 32))
	gpurun.Zero(r.Run, in)
	indegrees.Launch(neighbors, gpu.Uint64(upper.edges), begin, span, in.Arg())
	if c.many != noColumns {
		gpurun.Zero(r.Run, c.nears.Slice(0, upper.count))
		gpurun.Zero(r.Run, c.used)
		c.allot.Launch(lowerOffsets, span, many, in.Arg(), c.start.Arg(), c.items.Arg(), c.used.Arg())
	}
	c.transpose.Launch(offsets, neighbors, rows, lowerOffsets, lowerNeighbors, begin, span, chunk, many, in.Arg(),
		c.start.Arg(), c.low.Arg(), c.nears.Arg(), c.segments.Arg(), r.cursor(1), r.total.Arg())
	if c.many != noColumns {
		c.columns.Launch(offsets, neighbors, lowerOffsets, lowerNeighbors, begin, in.Arg(), c.start.Arg(), c.low.Arg(), c.nears.Arg(),
			c.segments.Arg(), c.items.Arg(), c.used.Arg(), r.cursor(2), r.total.Arg())
	}
}
