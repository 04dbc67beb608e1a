package colours

import (
	"cmp"
	"sort"

	"github.com/tricycle-graph/tricycle/internal/hugemem"
)

// chunks are the edges that one worker has of each of some cells and did not write yet. Their
// memory is taken at once: what grows by copies leaves garbage that no plan knows of.
type chunks struct {
	first  int // cell that is here
	size   int // most edges of a chunk
	narrow hugemem.Array[uint64]
	wide   hugemem.Array[[2]uint64] // taken with the first of them
	counts []struct{ narrow, wide int32 }
}

// chunkBytes is what an edge of a chunk takes at most: as a narrow one and as a wide one.
const chunkBytes = 8 + 16

// newChunks makes chunks for some cells from a number on.
func newChunks(first, cells, size int) (*chunks, error) {
	c := &chunks{first: first, size: size, counts: make([]struct{ narrow, wide int32 }, cells)}
	var err error
	c.narrow, err = hugemem.New[uint64](cells * size)
	return c, err
}

// addNarrow keeps an edge of a cell, and reports whether its chunk is full now.
func (c *chunks) addNarrow(cell int, key uint64) (full bool) {
	at := cell - c.first
	n := &c.counts[at].narrow
	c.narrow.Slice()[at*c.size+int(*n)] = key
	*n++
	return int(*n) == c.size
}

// addWide is addNarrow for an edge with an id of more than 32 bits.
func (c *chunks) addWide(cell int, pair [2]uint64) (full bool, err error) {
	if c.wide.Slice() == nil {
		if c.wide, err = hugemem.New[[2]uint64](len(c.counts) * c.size); err != nil {
			return false, err
		}
	}
	at := cell - c.first
	n := &c.counts[at].wide
	c.wide.Slice()[at*c.size+int(*n)] = pair
	*n++
	return int(*n) == c.size, nil
}

// take returns the edges of a cell, which are none from then on.
func (c *chunks) take(cell int) edges {
	at := cell - c.first
	n, begin := c.counts[at], at*c.size
	c.counts[at] = struct{ narrow, wide int32 }{}
	e := edges{narrow: c.narrow.Slice()[begin : begin+int(n.narrow)]}
	if n.wide > 0 {
		e.wide = c.wide.Slice()[begin : begin+int(n.wide)]
	}
	return e
}

// free gives the memory back.
func (c *chunks) free() {
	c.narrow.Free()
	c.wide.Free()
}

// LeastBytes is the least memory in which so many workers share edges out to the cells of so
// many colours, and the vertices, too, where these are wanted.
func LeastBytes(colours, workers int, vertices bool) int64 {
	return 2 * int64(workers) * int64(cellsOf(colours, vertices)) * leastChunk * chunkBytes
}

// listedBytes is what a chunk takes that was written: where it lies, in lists that grow by copies and
// are copied once more.
const listedBytes = 40

// listBytes is what is known of chunks of so many edges that were written, and of the vertices at
// these, when some memory is for the chunks.
func listBytes(edges uint64, memory int64, workers, cells int) int64 {
	chunks := 2*float64(edges)/float64(chunkOf(memory, workers, cells)) + 2*float64(workers*cells)
	return int64(min(listedBytes*chunks, 1<<60))
}

// Room returns what of some memory is left for a Writer with vertices beside what it knows of the
// chunks of so many edges, and how many workers there may be, at most so many: fewer have larger chunks.
// It reports false where the memory does not do.
func Room(memory int64, colours, workers int, edges uint64) (room int64, by int, fits bool) {
	cells := cellsOf(colours, true)
	for by = max(workers, 1); by > 0; by-- {
		room = memory
		for room >= LeastBytes(colours, by, true) {
			took := listBytes(edges, room, by, cells)
			if room+took <= memory {
				return room, by, true
			}
			room = min(memory-took, room-room/64) // smaller chunks are more of them
		}
	}
	return 0, 1, false
}

// NeedBytes is about the least memory for which Room reports true.
func NeedBytes(colours int, edges uint64) int64 {
	const step = 1 << 20
	return step * int64(sort.Search(1<<30, func(n int) bool {
		_, _, fits := Room(step*int64(n), colours, 1, edges)
		return fits
	}))
}

// cellsOf is how many cells there are, the vertices of each colour among them where they are wanted.
func cellsOf(colours int, vertices bool) int {
	cells := colours * (colours + 1) / 2
	if vertices {
		cells += colours
	}
	return cells
}

// chunkOf is how many edges a chunk has at most: all of them take a half of the memory.
func chunkOf(memory int64, workers, cells int) int {
	return int(min(max(memory/2/int64(workers)/int64(cells)/chunkBytes, leastChunk), mostChunk))
}

// roomOf is what a worker may take to sort a part, beside the vertices that it finds there.
func roomOf(memory int64, workers, chunked int) int64 {
	room := memory/int64(workers) - int64(chunked)*chunkBytes
	if room >= 2*wholePages { // an array beyond has such pages alone
		room -= room % wholePages
	}
	return cmp.Or(max(room, 0), 1)
}

// wholePages is what large arrays outside of the heap are a multiple of.
const wholePages = 2 << 20
