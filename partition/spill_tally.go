package partition

import (
	"context"
	"errors"
	"math/bits"
	"sync"
	"sync/atomic"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/hugemem"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// errSparse says that ids are too far apart, or too large, for arrays over all
// up to the largest one.
var errSparse = errors.New("partition: the ids are sparse")

// seen is what a pass over the records finds besides what it is for. Two passes
// that find the same were over the same records, whatever their order.
type seen struct {
	records uint64 // loops included
	loops   uint64
	print   uint64 // sum of a hash of each record
}

func (s *seen) add(other seen) {
	s.records += other.records
	s.loops += other.loops
	s.print += other.print
}

// fingerprint hashes a record.
func fingerprint(u, v uint64) uint64 {
	h := (u<<32 ^ v ^ u>>32) * 0x9e3779b97f4a7c15
	return h ^ h>>32
}

// counts is how many records each id has, loops apart.
type counts struct {
	low  hugemem.Array[uint32] // modulo 2^32
	high map[uint32]uint64     // and what is missing, as a multiple of 2^32, of the few ids that have more
}

func (c *counts) of(id uint32) uint64 { return c.high[id]<<32 + uint64(c.low.Slice()[id]) }

// tally counts the records of each id while the largest id is not known yet: in
// pages that are made when an id of theirs is met first, of each worker's own as
// far as the memory for these goes, and beyond that in common.
type tally struct {
	bound  uint64 // ids are below
	shift  uint   // of an id to its page
	room   atomic.Int64
	limit  int64 // bytes of all pages; 0 for no limit
	held   atomic.Int64
	common []atomic.Pointer[tallyPage]
	mutex  sync.Mutex // held to make a common page
	loops  []atomic.Pointer[loopPage]
	lanes  []tallyLane
}

type tallyPage struct{ counts hugemem.Array[uint32] }

// loopPage has a bit for each id of a page that has a self-loop.
type loopPage struct{ bits []atomic.Uint64 }

// tallyLane is what one worker counts.
type tallyLane struct {
	seen
	maxID uint32
	pages []*tallyPage      // of its own
	high  map[uint32]uint64 // how often a count passed 2^32
	_     [64]byte          // keeps the workers' counters on lines of their own
}

// newTally makes a tally of ids below bound. Pages of a worker's own take at most
// half of limit.
func newTally(bound uint64, workers int, limit int64) *tally {
	t := &tally{bound: bound, shift: min(max(uint(bits.Len64(bound)), 16)-4, 19), limit: limit, lanes: make([]tallyLane, workers)}
	t.room.Store(1 << 62)
	if limit > 0 {
		t.room.Store(limit / 2)
	}
	pages := int((bound + 1<<t.shift - 1) >> t.shift)
	t.common = make([]atomic.Pointer[tallyPage], pages)
	t.loops = make([]atomic.Pointer[loopPage], pages)
	for i := range t.lanes {
		t.lanes[i].pages = make([]*tallyPage, pages)
		t.lanes[i].high = map[uint32]uint64{}
	}
	return t
}

// add counts the records of a batch.
func (t *tally) add(worker int, edges []graph.Edge) error {
	lane := &t.lanes[worker]
	shift, mask := t.shift&31, uint32(1)<<t.shift-1
	found, maxID := lane.seen, lane.maxID
	found.records += uint64(len(edges))
	for _, e := range edges {
		if uint64(max(e.U, e.V)) >= t.bound {
			return errSparse
		}
		maxID = max(maxID, e.U, e.V)
		found.print += fingerprint(uint64(e.U), uint64(e.V))
		if e.U == e.V {
			found.loops++
			t.loop(e.U)
			continue
		}
		for _, id := range [2]uint32{e.U, e.V} {
			page := lane.pages[id>>shift]
			if page == nil {
				if err := t.slow(lane, id); err != nil {
					return err
				}
				continue
			}
			count := &page.counts.Slice()[id&mask]
			if *count++; *count == 0 {
				lane.high[id]++
			}
		}
	}
	lane.seen, lane.maxID = found, maxID
	return nil
}

// slow counts an id for which a worker has no page of its own.
func (t *tally) slow(lane *tallyLane, id uint32) error {
	at, in := id>>t.shift, id&(1<<t.shift-1)
	if size := int64(4) << t.shift; t.room.Add(-size) >= 0 {
		page, err := t.newPage()
		if err != nil {
			return err
		}
		page.counts.Slice()[in]++
		lane.pages[at] = page
		return nil
	} else {
		t.room.Add(size)
	}
	page := t.common[at].Load()
	if page == nil {
		t.mutex.Lock()
		defer t.mutex.Unlock()
		if page = t.common[at].Load(); page == nil {
			var err error
			if page, err = t.newPage(); err != nil {
				return err
			}
			t.common[at].Store(page)
		}
	}
	if atomic.AddUint32(&page.counts.Slice()[in], 1) == 0 {
		lane.high[id]++
	}
	return nil
}

func (t *tally) newPage() (*tallyPage, error) {
	if held := t.held.Add(4 << t.shift); t.limit > 0 && held > t.limit {
		return nil, &graph.MemoryError{What: "counting the records of each vertex", Need: spillFixed(len(t.lanes)) + 2*held, Limit: t.limit}
	}
	page, err := hugemem.New[uint32](1 << t.shift)
	return &tallyPage{page}, err
}

// loop marks an id that has a self-loop.
func (t *tally) loop(id uint32) {
	at := &t.loops[id>>t.shift]
	page := at.Load()
	if page == nil {
		at.CompareAndSwap(nil, &loopPage{make([]atomic.Uint64, 1<<(t.shift-6))})
		page = at.Load()
	}
	in := id & (1<<t.shift - 1)
	page.bits[in>>6].Or(1 << (in & 63))
}

// seen returns what all workers found, and the largest id.
func (t *tally) seen() (sum seen, maxID uint32) {
	for i := range t.lanes {
		sum.add(t.lanes[i].seen)
		maxID = max(maxID, t.lanes[i].maxID)
	}
	return sum, maxID
}

// merge adds up what the workers counted of ids below n, and gives the pages
// back. lonely are the ids with no other record than self-loops.
func (t *tally) merge(ctx context.Context, n int) (c counts, lonely uint64, err error) {
	if c.low, err = hugemem.New[uint32](n); err != nil {
		return c, 0, err
	}
	c.high = map[uint32]uint64{}
	for i := range t.lanes {
		for id, high := range t.lanes[i].high {
			c.high[id] += high
		}
	}
	var alone atomic.Uint64
	err = par.Each(ctx, len(t.lanes), (n+1<<t.shift-1)>>t.shift, func(_, at int) error {
		begin := at << t.shift
		to := c.low.Slice()[begin:min(begin+1<<t.shift, n)]
		t.mergePage(at, func(page []uint32) {
			for i := range to {
				sum := uint64(to[i]) + uint64(page[i])
				to[i] = uint32(sum)
				if sum>>32 > 0 {
					t.mutex.Lock()
					c.high[uint32(begin+i)]++
					t.mutex.Unlock()
				}
			}
		})
		if loops := t.loops[at].Load(); loops != nil {
			for i := range to {
				if to[i] == 0 && loops.bits[i>>6].Load()>>(i&63)&1 != 0 {
					// A count of 2^32 would look like none.
					t.mutex.Lock()
					if c.high[uint32(begin+i)] == 0 {
						alone.Add(1)
					}
					t.mutex.Unlock()
				}
			}
		}
		return nil
	})
	if err != nil {
		c.low.Free()
	}
	return c, alone.Load(), err
}

// mergePage calls add with each page of the same ids and gives it back.
func (t *tally) mergePage(at int, add func(page []uint32)) {
	for i := range t.lanes {
		if page := t.lanes[i].pages[at]; page != nil {
			add(page.counts.Slice())
			page.counts.Free()
			t.lanes[i].pages[at] = nil
		}
	}
	if page := t.common[at].Swap(nil); page != nil {
		add(page.counts.Slice())
		page.counts.Free()
	}
}

// free gives the pages back that merge did not.
func (t *tally) free() {
	for at := range t.common {
		t.mergePage(at, func([]uint32) {})
	}
}
