package gpucount

import (
	mathbits "math/bits"

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

// columnRoom is what the columns are made for.
type columnRoom struct {
	upper, lower int    // rows
	edges        uint64 // of the upper rows
	segments     uint64 // of these, at most, those that lead to lower rows
	longest      uint32 // of the upper rows; 0 where that is not known

	// held is how many of the upper rows hold the vertex of each lower one, where that is known
	// and both are the same each time.
	held gpu.Array[uint32]
}

// bytes is what a count by columns holds beside the lists: for an edge 2 for its entry, 4 or 8 for its segment and up to
// 2.7 for items, for a row up to 62 of its last line and 12, and 4 or 8 for a line.
func (c columnRoom) bytes() int64 {
	return c.listBytes(kernels.ColumnItem) + 2*kernels.Line*int64(c.lines()) + 8*int64(c.bitWords()) + 8*int64(c.words(uint64(c.lines()))+c.words(c.segments))
}

// answerBytes is what answers by columns hold beside the lists.
func (c columnRoom) answerBytes() int64 {
	return c.listBytes(kernels.Item) + 4*int64(c.upper) + 2*int64(c.lowEntries()) + 8*int64(c.segments)
}

// listBytes is what columnLists holds, with items of up to so many segments.
func (c columnRoom) listBytes(item int) int64 {
	return (4+8)*int64(c.lower) + 8*int64(c.itemWords(item)+c.needs()) + 8*usedWords
}

// lines is the room for the lines of the upper rows, and one that is of no row.
func (c columnRoom) lines() int {
	return int((c.edges+(kernels.Line-1)*uint64(c.upper))/kernels.Line) + 2
}

// shift is how many bits of a segment tell the lines of its row, and whether the rest of 32 bits tells
// where these begin.
func (c columnRoom) shift() (bits int, narrow bool) {
	const least = 5 // of 32 bits 27 are left: so many lines are of less than 2^32 edges
	bits = max(mathbits.Len32(c.longest/kernels.Line+1), least)
	if c.longest > 0 && uint64(c.lines()) <= 1<<(32-bits) {
		return bits, true
	}
	return 32, false
}

// words is the words of 64 bits for n numbers of as many bits as a segment.
func (c columnRoom) words(n uint64) int {
	if _, narrow := c.shift(); narrow {
		return int(n+1) / 2
	}
	return int(n)
}

// bitWords is the words of 32 bits for a bit of each lower row.
func (c columnRoom) bitWords() int { return (c.lower + 31) / 32 }

// lowEntries is the room for 16-bit entries in rows that begin at multiples of 8,
// and for reading eight at a time.
func (c columnRoom) lowEntries() int { return int(c.edges) + 7*c.upper + 24 }

// itemWords is the room for items: each column has one, and one more for each so many of its rows.
func (c columnRoom) itemWords(item int) int {
	return kernels.ItemWords * (int(min(c.segments/deviceColumn, uint64(c.lower))+c.segments/uint64(item)) + 1)
}

// leveled is whether items are in the order of levels.
func (c columnRoom) leveled() bool { return c.edges >= largeEdges }

// needs is the numbers that tell what chunks of lower rows need.
func (c columnRoom) needs() int {
	if !c.leveled() {
		return 0
	}
	return needsOf(c.lower)
}

// needsOf is the numbers that tell what the chunks of so many rows need.
func needsOf(rows int) int { return kernels.Needs * ((rows + kernels.ItemRows - 1) / kernels.ItemRows) }

// usedWords counts segments and items.
const usedWords = 2

// columnLists has, for every vertex that is a column, room for the rows that hold it, and items of these.
type columnLists struct {
	run        *deviceRun
	held       bool   // known before
	leveled    bool   // whether items are in the order of levels
	many, item uint32 // rows that must hold a vertex for it to be a column; segments of an item
	indegrees  gpurun.Kernel[kernels.IndegreesArgs]
	count      gpurun.Kernel[kernels.CountItemsArgs]
	scan       gpurun.Kernel[kernels.ScanItemsArgs]
	allot      gpurun.Kernel[kernels.AllotItemsArgs]

	in                        gpu.Array[uint32]
	start, items, needs, used gpu.Array[uint64]
	roomy, few                gpu.Array[uint32] // bits of the lower rows; none where they are not asked for
}

// newColumnLists makes room for some rows. many is deviceColumn at least: there is no room for more items. With
// kernels.NoColumns there are no columns, and there is little to hold.
func (r *deviceRun) newColumnLists(room columnRoom, many, item uint32) *columnLists {
	c := &columnLists{run: r, many: many, item: item, held: room.held.Len() > 0, in: room.held}
	if !c.held {
		c.in = gpurun.Array[uint32](r.Run, room.lower)
		c.indegrees = gpurun.Find(r.Run, kernels.Indegrees, kernels.Threads, 0)
	}
	if many != kernels.NoColumns {
		c.start, c.items = gpurun.Array[uint64](r.Run, room.lower), gpurun.Array[uint64](r.Run, room.itemWords(int(item)))
		c.used = gpurun.Array[uint64](r.Run, usedWords)
		c.allot = gpurun.Find(r.Run, kernels.AllotItems, kernels.Threads, 0)
		if room.leveled() {
			c.level(room.lower)
		}
	}
	return c
}

// level has items in the order of levels, of up to so many lower rows.
func (c *columnLists) level(lower int) {
	c.leveled, c.needs = true, gpurun.Array[uint64](c.run.Run, needsOf(lower))
	c.count = gpurun.Find(c.run.Run, kernels.CountItems, kernels.Threads, 0)
	c.scan = gpurun.Find(c.run.Run, kernels.ScanItems, kernels.ScanThreads, 0)
}

// prepare counts the rows that hold each of the lower rows' vertices, from first on, and
// shares out the room: the lists themselves are written by what is launched next.
func (c *columnLists) prepare(upper, lower deviceRows, first uint32) (in gpu.Array[uint32]) {
	in, span := c.in.Slice(0, lower.count), uint32(lower.count)
	if !c.held {
		// A block of indegrees adds up thousands of counters in the end.
		indegrees := c.indegrees
		indegrees.Blocks = min(indegrees.Blocks, int(upper.edges>>14)+1)
		gpurun.Zero(c.run.Run, in)
		indegrees.Launch(kernels.IndegreesArgs{Neighbors: upper.neighbors, Edges: upper.edges, First: first, Span: span, In: in})
	}
	if c.many == kernels.NoColumns {
		return in
	}
	if c.leveled {
		scan := c.scan
		scan.Blocks = 1
		c.count.Launch(kernels.CountItemsArgs{Offsets: lower.offsets, Span: span, Many: c.many, Size: c.item, In: in, Counts: c.needs})
		scan.Launch(kernels.ScanItemsArgs{Counts: c.needs, Span: span, Used: c.used})
	} else {
		gpurun.Zero(c.run.Run, c.used)
	}
	c.allot.Launch(kernels.AllotItemsArgs{
		Offsets: lower.offsets, Span: span, Many: c.many, Size: c.item, In: in, Counts: c.needs,
		Start: c.start, Items: c.items, Used: c.used, Roomy: c.roomy, Few: c.few,
	})
	return in
}

// columnCounter counts triangles u > v > w, of which u has an upper row and v a
// lower row.
type columnCounter struct {
	*columnLists
	narrow        bool // whether a segment has 32 bits
	shift         uint32
	transpose     gpurun.Kernel[kernels.TransposeArgs]
	transposeWide gpurun.Kernel[kernels.TransposeWideArgs]
	columns       gpurun.Kernel[kernels.ColumnsArgs]
	columnsWide   gpurun.Kernel[kernels.ColumnsWideArgs]

	lines            gpu.Array[uint16]
	spare            uint64            // number of the line that is of no row
	begins, segments gpu.Array[uint64] // of lines; words of one number or two
}

// newColumns makes a counter with room for some rows. With kernels.NoColumns for many,
// everything is searched.
func (r *deviceRun) newColumns(room columnRoom, many uint32) *columnCounter {
	c := &columnCounter{}
	var shift int
	if shift, c.narrow = room.shift(); many == kernels.NoColumns {
		c.narrow = true // it does not matter
	}
	c.shift = uint32(shift)
	if many != kernels.NoColumns {
		// The largest first, while it fits what was lent to the run.
		c.segments, c.lines = gpurun.Array[uint64](r.Run, room.words(room.segments)), gpurun.Array[uint16](r.Run, kernels.Line*room.lines())
		c.begins, c.spare = gpurun.Array[uint64](r.Run, room.words(uint64(room.lines()))), uint64(room.lines()-1)
	}
	c.columnLists = r.newColumnLists(room, many, kernels.ColumnItem)
	if many != kernels.NoColumns {
		c.roomy, c.few = gpurun.Array[uint32](r.Run, room.bitWords()), gpurun.Array[uint32](r.Run, room.bitWords())
	}
	if c.narrow {
		c.transpose = gpurun.Find(r.Run, kernels.Transpose, kernels.Threads, 0)
		c.columns = gpurun.Find(r.Run, kernels.Columns, kernels.ColumnThreads, 0)
	} else {
		c.transposeWide = gpurun.Find(r.Run, kernels.TransposeWide, kernels.Threads, 0)
		c.columnsWide = gpurun.Find(r.Run, kernels.ColumnsWide, kernels.ColumnThreads, 0)
	}
	return c
}

// launch counts with these upper rows and the lower rows of the vertices from
// first on.
func (c *columnCounter) launch(upper, lower deviceRows, first uint32) {
	c.prepare(upper, lower, first)
	c.launchPrepared(upper, lower, first)
}

// prepare counts how many rows hold each vertex where that is not known, and makes items and room for
// their segments.
func (c *columnCounter) prepare(upper, lower deviceRows, first uint32) {
	if c.run.Err == nil && c.many != kernels.NoColumns && upper.edges > 0 && lower.count > 0 {
		c.columnLists.prepare(upper, lower, first)
	}
}

// launchPrepared writes the lines and segments, and looks the rows up. prepare was called with the same rows.
func (c *columnCounter) launchPrepared(upper, lower deviceRows, first uint32) {
	r, span := c.run, uint32(lower.count)
	if r.Err != nil || upper.edges == 0 || span == 0 {
		return
	}
	if c.narrow {
		c.transpose.Launch(kernels.TransposeArgs{
			Offsets: upper.offsets, Neighbors: upper.neighbors, Rows: uint32(upper.count),
			LowerOffsets: lower.offsets, LowerNeighbors: lower.neighbors, First: first, Span: span,
			Chunk: transposeChunk(c.transpose, upper.edges), Many: c.many, Roomy: c.roomy, Few: c.few, Start: c.start, Lines: c.lines,
			Begins: gpu.Cast[uint32](c.begins), Spare: c.spare, Segments: gpu.Cast[uint32](c.segments), Shift: c.shift, Next: r.cursor(1), Total: r.total,
		})
	} else {
		c.transposeWide.Launch(kernels.TransposeWideArgs{
			Offsets: upper.offsets, Neighbors: upper.neighbors, Rows: uint32(upper.count),
			LowerOffsets: lower.offsets, LowerNeighbors: lower.neighbors, First: first, Span: span,
			Chunk: transposeChunk(c.transposeWide, upper.edges), Many: c.many, Roomy: c.roomy, Few: c.few, Start: c.start, Lines: c.lines,
			Begins: c.begins, Spare: c.spare, Segments: c.segments, Shift: c.shift, Next: r.cursor(1), Total: r.total,
		})
	}
	switch {
	case c.many == kernels.NoColumns:
	case c.narrow:
		c.columns.Launch(kernels.ColumnsArgs{
			Offsets: upper.offsets, Neighbors: upper.neighbors, LowerOffsets: lower.offsets, LowerNeighbors: lower.neighbors, First: first,
			Lines: c.lines, Begins: gpu.Cast[uint32](c.begins), Spare: c.spare, Segments: gpu.Cast[uint32](c.segments), Shift: c.shift,
			Items: c.items, Used: c.used, Next: r.cursor(2), Total: r.total,
		})
	default:
		c.columnsWide.Launch(kernels.ColumnsWideArgs{
			Offsets: upper.offsets, Neighbors: upper.neighbors, LowerOffsets: lower.offsets, LowerNeighbors: lower.neighbors, First: first,
			Lines: c.lines, Begins: c.begins, Spare: c.spare, Segments: c.segments, Shift: c.shift,
			Items: c.items, Used: c.used, Next: r.cursor(2), Total: r.total,
		})
	}
}

// transposeChunk is how many entries a warp transposes at a time.
func transposeChunk[A gpu.Arguments](k gpurun.Kernel[A], edges uint64) uint32 {
	return 32 * warpShare(k, edges/16, 32)
}
