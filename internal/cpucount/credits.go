package cpucount

import (
	"context"
	"math"
	"math/bits"
	"sync"

	"github.com/tricycle-graph/tricycle/internal/par"
)

// credits are counters that several workers add to at random places. To add to one
// atomically is to wait for the memory. So each worker notes what it adds, by ranges of
// counters that fit a cache, and a range's notes are added up when there are enough of
// them, by one worker at a time. A worker that finds another one at a range goes on, and
// adds up what it noted when it is there the next time.
type credits[T uint32 | uint64] struct {
	at     []T
	shift  uint // log2 of the counters in a range
	ranges []rangeLock
	noted  []*notes[T] // of each worker
}

// rangeLock keeps the locks on cache lines of their own.
type rangeLock struct {
	sync.Mutex
	_ [56]byte
}

const (
	// leastRange is how many counters a range has at least, as a power of two; where there
	// are more than 256 ranges of these, ranges are larger.
	leastRange = 14
	// notesAtOnce is how many notes of a range a worker has room for, and spares how
	// often it has that again, for ranges that others are at.
	notesAtOnce, spares = 1 << 9, 16
)

// pad holds notes of a range: how much is to be added, and below that to which of its
// counters.
type pad [notesAtOnce]uint64

func newCredits[T uint32 | uint64](at []T, workers int) *credits[T] {
	shift, ranges := rangesOf(uint64(len(at)))
	return &credits[T]{at: at, shift: shift, ranges: make([]rangeLock, ranges), noted: make([]*notes[T], workers)}
}

// rangesOf returns the size of a range of so many counters, as a power of two, and how
// many ranges there are.
func rangesOf(counters uint64) (shift uint, ranges int) {
	shift = leastRange
	if n := bits.Len64(counters); n > leastRange+8 {
		shift = uint(n - 8)
	}
	return shift, int(counters>>shift) + 1
}

// notesBytes is what the notes of so many workers hold for so many counters.
func notesBytes(counters uint64, workers int) int64 {
	_, ranges := rangesOf(counters)
	return 64*int64(ranges) + int64(workers)*(int64(ranges+spares)*(8*notesAtOnce+16)+8*int64(min(1<<leastRange, counters)))
}

// addRun adds to counters that follow each other, at once.
func (c *credits[T]) addRun(begin uint64, more []uint32) {
	for len(more) > 0 {
		r := begin >> c.shift
		n := min((r+1)<<c.shift-begin, uint64(len(more)))
		c.ranges[r].Lock()
		at := c.at[begin:][:n]
		for i, m := range more[:n] {
			at[i] += T(m)
		}
		c.ranges[r].Unlock()
		begin, more = begin+n, more[n:]
	}
}

// notes are those of one worker. The first counters it has for itself: those of vertices
// are the hubs' in an order by degree, where all workers meet.
type notes[T uint32 | uint64] struct {
	*credits[T]
	own     []T
	filled  []uint32 // of each range
	pads    []*pad   // of each range
	spare   []*pad
	waiting []waiting
}

// waiting is a full pad of a range.
type waiting struct {
	r uint64
	*pad
}

// of returns the notes of a worker.
func (c *credits[T]) of(worker int) *notes[T] {
	if c.noted[worker] == nil {
		c.noted[worker] = c.notes()
	}
	return c.noted[worker]
}

func (c *credits[T]) notes() *notes[T] {
	n := &notes[T]{credits: c, own: make([]T, min(1<<leastRange, len(c.at))), filled: make([]uint32, len(c.ranges))}
	all := make([]pad, len(c.ranges)+spares)
	for i := range all {
		n.pads = append(n.pads, &all[i])
	}
	n.pads, n.spare = n.pads[:len(c.ranges):len(c.ranges)], n.pads[len(c.ranges):]
	return n
}

// add adds to one counter, now or later.
func (n *notes[T]) add(index uint64, more uint32) {
	if index < uint64(len(n.own)) {
		n.own[index] += T(more)
		return
	}
	r := index >> (n.shift & 63)
	i := n.filled[r]
	n.pads[r][i%notesAtOnce] = uint64(more)<<32 | index&(1<<(n.shift&63)-1)
	if i++; i == notesAtOnce {
		n.flush(r)
		i = 0
	}
	n.filled[r] = i
}

// addMany is add for more than 32 bits hold, or nothing.
func (n *notes[T]) addMany(index, more uint64) {
	for more > 0 {
		part := min(more, math.MaxUint32)
		n.add(index, uint32(part))
		more -= part
	}
}

// flush adds up the notes of a range whose pad is full, or has them wait.
func (n *notes[T]) flush(r uint64) {
	if last := len(n.spare) - 1; !n.ranges[r].TryLock() {
		if last >= 0 {
			n.waiting = append(n.waiting, waiting{r, n.pads[r]})
			n.pads[r], n.spare = n.spare[last], n.spare[:last]
			return
		}
		n.ranges[r].Lock()
	}
	n.settle(r, notesAtOnce)
	n.ranges[r].Unlock()
}

// settle adds up the notes of a range that no other worker is at.
func (n *notes[T]) settle(r uint64, filled uint32) {
	n.sum(r, n.pads[r][:filled])
	left := n.waiting[:0]
	for _, w := range n.waiting {
		if w.r == r {
			n.sum(r, w.pad[:])
			n.spare = append(n.spare, w.pad)
		} else {
			left = append(left, w)
		}
	}
	n.waiting = left
}

func (n *notes[T]) sum(r uint64, notes []uint64) {
	at := n.at[r<<(n.shift&63):]
	for _, note := range notes {
		at[uint32(note)] += T(note >> 32)
	}
}

// finish adds up all that is left of what the workers noted, of each range at once.
// They can go on after that.
func (c *credits[T]) finish(ctx context.Context) error {
	err := par.Each(ctx, len(c.noted), len(c.ranges), func(_, r int) error {
		for _, n := range c.noted {
			if n == nil {
				continue
			}
			n.sum(uint64(r), n.pads[r][:n.filled[r]])
			n.filled[r] = 0
			for _, w := range n.waiting {
				if w.r == uint64(r) {
					n.sum(w.r, w.pad[:])
				}
			}
		}
		return nil
	})
	for _, n := range c.noted {
		if n != nil {
			for _, w := range n.waiting {
				n.spare = append(n.spare, w.pad)
			}
			n.waiting = n.waiting[:0]
		}
	}
	if err != nil {
		return err
	}
	return par.Chunks(ctx, len(c.noted), min(1<<leastRange, len(c.at)), 1<<10, func(_, begin, end int) error {
		for _, n := range c.noted {
			if n != nil {
				own, at := n.own[begin:end], c.at[begin:end]
				for i, more := range own {
					at[i] += more
				}
				clear(own)
			}
		}
		return nil
	})
}
