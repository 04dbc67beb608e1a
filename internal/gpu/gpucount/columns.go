package gpucount

import (
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpucount/kernels"
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

// columnRoom is what the columns are made for.
type columnRoom struct {
	upper, lower int    // rows
	edges        uint64 // of the upper rows
	segments     uint64 // of these, at most, those that lead to lower rows

	// held is how many of the upper rows hold the vertex of each lower one, where that is known
	// and both are the same each time.
	held gpu.Array[uint32]
}

// bytes is what the columns hold beside the lists.
func (c columnRoom) bytes() int64 {
	return 4*int64(c.upper) + 2*int64(c.lowEntries()) + (4+8)*int64(c.lower) + 8*int64(c.ways()) + 8*int64(c.segments) + 8*int64(c.items()) + 8*usedWords
}

// lowEntries is the room for 16-bit entries in rows that begin at multiples of 8,
// and for reading eight at a time.
func (c columnRoom) lowEntries() int { return int(c.edges) + 7*c.upper + 24 }

// ways is the words that tell what is done with each lower row.
func (c columnRoom) ways() int { return (c.lower + 31) / 32 }

// items bounds the items: each column has one, and one more for each
// kernels.Item of its rows.
func (c columnRoom) items() int { return int(c.segments/deviceColumn+c.segments/kernels.Item) + 1 }

// leveledEdges is the number of edges from which items are in the order of levels: the 16-bit entries
// of fewer stay in the L2 cache of an H200.
const leveledEdges = 1 << 25

// usedWords is two counters, and two for each level of items.
const usedWords = 2 + 2*kernels.Levels

// columnLists has, for every vertex that is a column, the rows that hold it.
type columnLists struct {
	run       *deviceRun
	held      bool // known before
	leveled   bool // whether items are in the order of levels
	indegrees gpurun.Kernel[kernels.IndegreesArgs]
	level     gpurun.Kernel[kernels.CountLevelsArgs]
	allot     gpurun.Kernel[kernels.AllotArgs]
	many      uint32 // rows that must hold a vertex for it to be a column

	low                                gpu.Array[uint16]
	in, nears                          gpu.Array[uint32]
	start, ways, segments, items, used gpu.Array[uint64]
}

// newColumnLists makes room for some rows. With kernels.NoColumns for many there are no
// columns, and there is little to hold.
func (r *deviceRun) newColumnLists(room columnRoom, many uint32) *columnLists {
	c := &columnLists{
		run: r, many: many, held: room.held.Len() > 0, in: room.held, leveled: room.edges >= leveledEdges,
		indegrees: gpurun.Find(r.Run, kernels.Indegrees, kernels.Threads, 0),
		level:     gpurun.Find(r.Run, kernels.CountLevels, kernels.Threads, 0),
		allot:     gpurun.Find(r.Run, kernels.Allot, kernels.Threads, 0),
	}
	if !c.held {
		c.in = gpurun.Array[uint32](r.Run, room.lower)
	}
	if many != kernels.NoColumns {
		// The largest first, while it fits what was lent to the run.
		c.segments, c.low = gpurun.Array[uint64](r.Run, int(room.segments)), gpurun.Array[uint16](r.Run, room.lowEntries())
		c.nears, c.start = gpurun.Array[uint32](r.Run, room.upper), gpurun.Array[uint64](r.Run, room.lower)
		c.items, c.used = gpurun.Array[uint64](r.Run, room.items()), gpurun.Array[uint64](r.Run, usedWords)
		c.ways = gpurun.Array[uint64](r.Run, room.ways())
	}
	return c
}

// prepare counts the rows that hold each of the lower rows' vertices, from first on, and
// shares out the room: the lists themselves are written by what is launched next.
func (c *columnLists) prepare(upper, lower deviceRows, first uint32) (in gpu.Array[uint32], span uint32) {
	in, span = c.in.Slice(0, lower.count), uint32(lower.count)
	if !c.held {
		// A block of indegrees adds up thousands of counters in the end.
		indegrees := c.indegrees
		indegrees.Blocks = min(indegrees.Blocks, int(upper.edges>>14)+1)
		gpurun.Zero(c.run.Run, in)
		indegrees.Launch(kernels.IndegreesArgs{Neighbors: upper.neighbors, Edges: upper.edges, First: first, Span: span, In: in})
	}
	if c.many != kernels.NoColumns {
		gpurun.Zero(c.run.Run, c.nears.Slice(0, upper.count))
		gpurun.Zero(c.run.Run, c.used)
		levels := gpu.Array[uint64]{}
		if c.leveled {
			levels = c.used.Slice(2, usedWords)
			c.level.Launch(kernels.CountLevelsArgs{Offsets: lower.offsets, Span: span, Many: c.many, In: in, Counts: levels, Used: c.used})
		}
		c.allot.Launch(kernels.AllotArgs{
			Offsets: lower.offsets, Span: span, Many: c.many, In: in, Start: c.start, Items: c.items, Used: c.used, Ways: c.ways, Levels: levels,
		})
	}
	return in, span
}

// columnCounter counts triangles u > v > w, of which u has an upper row and v a
// lower row.
type columnCounter struct {
	*columnLists
	transpose gpurun.Kernel[kernels.TransposeArgs]
	columns   gpurun.Kernel[kernels.ColumnsArgs]
}

// columnShared is the dynamic shared memory of a block of columns.
const columnShared = (kernels.Near + kernels.FilterBits) / 8

// newColumns makes a counter with room for some rows. With kernels.NoColumns for many,
// everything is searched.
func (r *deviceRun) newColumns(room columnRoom, many uint32) *columnCounter {
	return &columnCounter{
		r.newColumnLists(room, many),
		gpurun.Find(r.Run, kernels.Transpose, kernels.Threads, 0),
		gpurun.Find(r.Run, kernels.Columns, columnBlock, columnShared),
	}
}

// launch counts with these upper rows and the lower rows of the vertices from
// first on.
func (c *columnCounter) launch(upper, lower deviceRows, first uint32) {
	r := c.run
	if r.Err != nil || upper.edges == 0 || lower.count == 0 {
		return
	}
	in, span := c.prepare(upper, lower, first)
	c.transpose.Launch(kernels.TransposeArgs{
		Offsets: upper.offsets, Neighbors: upper.neighbors, Rows: uint32(upper.count),
		LowerOffsets: lower.offsets, LowerNeighbors: lower.neighbors, First: first, Span: span,
		Chunk: 32 * warpShare(c.transpose, upper.edges/16, 32), Many: c.many,
		Ways: c.ways, Start: c.start, Low: c.low, Nears: c.nears, Segments: c.segments, Next: r.cursor(1), Total: r.total,
	})
	if c.many != kernels.NoColumns {
		c.columns.Launch(kernels.ColumnsArgs{
			Offsets: upper.offsets, Neighbors: upper.neighbors,
			LowerOffsets: lower.offsets, LowerNeighbors: lower.neighbors, First: first,
			In: in, Start: c.start, Low: c.low, Nears: c.nears, Segments: c.segments,
			Items: c.items, Used: c.used, Next: r.cursor(2), Total: r.total,
		})
	}
}
