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

// Cut says what a Writer makes of edges.
type Cut struct {
	Colours  int
	Vertices bool // those of each colour are wanted, too
	Short    bool // no id has more than 32 bits; one that has takes memory that nobody reckons with
}

// cells is how many there are.
func (c Cut) cells() int { return cellsOf(c.Colours, c.Vertices) }

// chunkBytes is what an edge of a chunk takes at most: as a narrow one, and as a wide one.
func (c Cut) chunkBytes() int64 {
	if c.Short {
		return 8
	}
	return 8 + 16
}

// chunk is how many edges a chunk has at most: all of them take a half of the memory.
func (c Cut) chunk(memory int64, workers int) int {
	return int(min(max(memory/2/int64(workers)/int64(c.cells())/c.chunkBytes(), leastChunk), mostChunk))
}

// LeastBytes is the least memory in which so many workers share edges out to cells.
func (c Cut) LeastBytes(workers int) int64 {
	return 2 * int64(workers) * int64(c.cells()) * leastChunk * c.chunkBytes()
}

// listedBytes is what a chunk takes that was written: where it lies, in lists that grow by copies and
// are copied once more.
const listedBytes = 40

// listBytes is what is known of chunks of so many edges that were written, and of the vertices at
// these, when some memory is for the chunks.
func (c Cut) listBytes(edges uint64, memory int64, workers int) int64 {
	added := float64(edges)
	if c.Vertices {
		added *= 2 // the smaller end of each edge; the larger is that of the edge before, but for few
	}
	chunks := added/float64(c.chunk(memory, workers)) + 2*float64(workers*c.cells())
	return int64(min(listedBytes*chunks, 1<<60))
}

// Room returns what of some memory is left for a Writer beside what it knows of the chunks of so many
// edges, and how many workers there may be, at most so many: fewer have larger chunks. It reports
// false where the memory does not do.
func (c Cut) Room(memory int64, workers int, edges uint64) (room int64, by int, fits bool) {
	for by = max(workers, 1); by > 0; by-- {
		room = memory
		for room >= c.LeastBytes(by) {
			took := c.listBytes(edges, room, by)
			if room+took <= memory {
				return room, by, true
			}
			room = min(memory-took, room-room/64) // smaller chunks are more of them
		}
	}
	return 0, 1, false
}

// NeedBytes is about the least memory for which Room reports true.
func (c Cut) NeedBytes(edges uint64) int64 {
	const step = 1 << 20
	return step * int64(sort.Search(1<<30, func(n int) bool {
		_, _, fits := c.Room(step*int64(n), 1, edges)
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

// sorting is what a worker may take to sort a part, beside so many edges of chunks.
func (c Cut) sorting(memory int64, workers, chunked int) int64 {
	room := memory/int64(workers) - int64(chunked)*c.chunkBytes()
	if room >= 2*wholePages { // an array beyond has such pages alone
		room -= room % wholePages
	}
	return cmp.Or(max(room, 0), 1)
}

// wholePages is what large arrays outside of the heap are a multiple of.
const wholePages = 2 << 20
