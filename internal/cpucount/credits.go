package cpucount

import (
	"context"
	"math/bits"
	"sync/atomic"

	"github.com/tricycle-graph/tricycle/internal/par"
)

// credits are counters that several workers add to at random places. To add to one
// atomically is to wait for the memory. So each worker notes what it adds, by ranges of
// counters that fit a cache, and a range's notes are added up when there are enough of
// them.
type credits[T uint32 | uint64] struct {
	at     []T
	shift  uint // log2 of the counters in a range
	ranges int
}

const (
	// leastRange is how many counters a range has at least, as a power of two, and
	// mostRanges how many ranges there are.
	leastRange, mostRanges = 14, 1 << 8
	// notesAtOnce is how many notes of a range a worker has room for.
	notesAtOnce = 1 << 9
)

func newCredits[T uint32 | uint64](at []T) *credits[T] {
	c := &credits[T]{at: at, shift: leastRange}
	if n := bits.Len(uint(len(at))); n > leastRange+8 {
		c.shift = uint(n - 8)
	}
	c.ranges = len(at)>>c.shift + 1
	return c
}

// notesBytes is what the notes of so many workers hold.
func notesBytes(workers int) int64 {
	return int64(workers) * (2*mostRanges*(8*notesAtOnce+4) + 8<<leastRange)
}

// addRun adds to counters that follow each other, at once.
func (c *credits[T]) addRun(begin uint64, more []uint32) {
	for i, m := range more {
		if m > 0 {
			c.addOne(begin+uint64(i), T(m))
		}
	}
}

// addOne adds to one counter, at once.
func (c *credits[T]) addOne(index uint64, more T) {
	switch at := any(&c.at[index]).(type) {
	case *uint32:
		atomic.AddUint32(at, uint32(more))
	case *uint64:
		atomic.AddUint64(at, uint64(more))
	}
}

// notes are those of one worker: each says how much is to be added, and below that to
// which counter of the range. The first counters it has for itself: those of vertices
// are the hubs' in an order by degree, where all workers meet.
type notes[T uint32 | uint64] struct {
	*credits[T]
	own    []T
	filled []uint32 // of each range
	all    []uint64 // notesAtOnce of each range
}

func (c *credits[T]) notes() *notes[T] {
	return &notes[T]{c, make([]T, min(1<<leastRange, len(c.at))), make([]uint32, c.ranges), make([]uint64, notesAtOnce*c.ranges)}
}

// add adds to one counter, now or later.
func (n *notes[T]) add(index uint64, more uint32) {
	if index < uint64(len(n.own)) {
		n.own[index] += T(more)
		return
	}
	r := index >> (n.shift & 63)
	i := n.filled[r]
	n.all[r*notesAtOnce+uint64(i)] = uint64(more)<<32 | index&(1<<(n.shift&63)-1)
	if i++; i == notesAtOnce {
		n.flush(r, i)
		i = 0
	}
	n.filled[r] = i
}

// flush adds up the notes of a range.
func (n *notes[T]) flush(r uint64, filled uint32) {
	begin := r << (n.shift & 63)
	for _, note := range n.all[r*notesAtOnce:][:filled] {
		n.addOne(begin+uint64(uint32(note)), T(note>>32))
	}
}

// finish adds up all that is left of what the workers noted, of each range at once.
// They can go on after that.
func (c *credits[T]) finish(ctx context.Context, all []*notes[T]) error {
	return par.Each(ctx, len(all), c.ranges, func(_, r int) error {
		for _, n := range all {
			if n == nil {
				continue
			}
			n.flush(uint64(r), n.filled[r])
			n.filled[r] = 0
			if r == 0 {
				for i, more := range n.own {
					c.addOne(uint64(i), more)
				}
				clear(n.own)
			}
		}
		return nil
	})
}
