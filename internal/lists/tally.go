package lists

import (
	"errors"
	"math/bits"
	"sync"
	"sync/atomic"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/hugemem"
	"github.com/tricycle-graph/tricycle/internal/simd"
)

// errSparse says that ids are too far apart, or too large, for arrays over all
// up to the largest one.
var errSparse = errors.New("lists: the ids are sparse")

// tally counts the records of each id while the largest id is not known yet: each
// worker in an array of bytes, of which the most fits its cache. That doubles when an id
// passes its end, as far as the memory for these goes. What passes 2^8, and ids beyond,
// are counted in pages in common.
type tally struct {
	bound uint64 // ids are below
	limit int64  // bytes of all arrays and pages; 0 for no limit
	held  atomic.Int64
	room  atomic.Int64 // bytes that arrays may still take
	pages []atomic.Pointer[tallyPage]
	slabs slabs // of the pages
	loops []atomic.Pointer[loopPage]
	mutex sync.Mutex // held to make a page, and to note a count of 2^32
	lanes []tallyLane

	kernels simd.Kernels
}

// tallyLane is what one worker counts.
type tallyLane struct {
	seen
	sample sample
	maxID  uint32 // of what was not counted in the array alone
	counts hugemem.Array[uint8]
	full   bool              // counts cannot be longer
	high   map[uint32]uint64 // how often a count of a page passed 2^32
	_      [64]byte          // keeps the workers' counters on lines of their own
}

// newTally makes a tally of so many records, whose ids are not too far apart for arrays
// over all up to the largest: that they were declared makes such arrays no smaller.
// Arrays of a worker's own take at most half of limit.
func newTally(records uint64, workers int, limit int64) *tally {
	bound := DenseBound(records)
	t := &tally{bound: bound, limit: limit, lanes: make([]tallyLane, workers), kernels: simd.Best()}
	t.room.Store(1 << 62)
	if limit > 0 {
		t.room.Store(limit / 2)
	}
	pages := (bound + pageMask) >> pageBits
	t.pages = make([]atomic.Pointer[tallyPage], pages)
	t.loops = make([]atomic.Pointer[loopPage], pages)
	for i := range t.lanes {
		t.lanes[i].high = map[uint32]uint64{}
		// Else it would throw away most of what it has again and again.
		t.lanes[i].sample.rate = sampleRate(records)
	}
	return t
}

// tallyBytes returns the least limit with which a tally of so many ids surely does:
// half of it has room for all pages.
func tallyBytes(ids uint64) int64 { return 2 * 4 * int64((ids+pageMask)&^pageMask) }

// tallyRun is how many records are counted between two looks at their number.
const tallyRun = 512

// add counts the records of a batch.
func (t *tally) add(worker int, edges []graph.Edge) error {
	lane := &t.lanes[worker]
	for len(edges) > 0 {
		run := edges[:min(len(edges), tallyRun)]
		edges = edges[len(run):]
		lane.records += uint64(len(run))
		lane.sample.reach(lane.records)
		for len(run) > 0 {
			many, err := t.countMany(lane, run)
			if err != nil {
				return err
			}
			run = run[many:]
			few := run
			if t.looks(lane) {
				few = run[:min(len(run), lookStop)]
			}
			n, err := t.count(lane, few)
			run = run[n:]
			if err == nil && n < len(few) {
				err = t.countFar(lane, run[0])
				run = run[1:]
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// count counts records up to the first that is a loop, or has an end that the worker's
// array has no count for. It returns how many it counted.
func (t *tally) count(lane *tallyLane, edges []graph.Edge) (int, error) {
	counts := lane.counts.Slice()
	print, kept := lane.print, lane.sample.limit()
	for i, e := range edges {
		if int(e.U) >= len(counts) || int(e.V) >= len(counts) || e.U == e.V {
			lane.print = print
			return i, nil
		}
		u, v := uint64(e.U), uint64(e.V)
		product := edgeProduct(u, v)
		print += product ^ u
		if mix(product) <= kept {
			lane.sample.add(u, v)
		}
		atU := counts[e.U] + 1
		counts[e.U] = atU
		atV := counts[e.V] + 1
		counts[e.V] = atV
		if atU == 0 {
			if err := t.countMore(lane, e.U, 1<<8); err != nil {
				return i, err
			}
		}
		if atV == 0 {
			if err := t.countMore(lane, e.V, 1<<8); err != nil {
				return i, err
			}
		}
	}
	lane.print = print
	return len(edges), nil
}

// countFar counts any record.
func (t *tally) countFar(lane *tallyLane, e graph.Edge) error {
	u, v := uint64(e.U), uint64(e.V)
	lane.print += fingerprint(u, v)
	if edgeHash(u, v) <= lane.sample.limit() {
		lane.sample.add(u, v)
	}
	largest := max(e.U, e.V)
	lane.maxID = max(lane.maxID, largest)
	if int(largest) >= len(lane.counts.Slice()) {
		if err := t.reach(lane, largest); err != nil {
			return err
		}
	}
	if e.U == e.V {
		lane.loops++
		t.loop(e.U)
		return nil
	}
	counts := lane.counts.Slice()
	for _, id := range [2]uint32{e.U, e.V} {
		more := uint32(1)
		if int(id) < len(counts) {
			if counts[id]++; counts[id] > 0 {
				continue
			}
			more = 1 << 8
		}
		if err := t.countMore(lane, id, more); err != nil {
			return err
		}
	}
	return nil
}

// countMore adds to the records of an id in its page.
func (t *tally) countMore(lane *tallyLane, id, more uint32) error {
	page, err := t.page(id >> pageBits)
	if err != nil {
		return err
	}
	lane.maxID = max(lane.maxID, id)
	if atomic.AddUint32(&page[id&pageMask], more) < more {
		lane.high[id]++
	}
	return nil
}

// reach makes the array of a worker long enough for an id, if there is room.
func (t *tally) reach(lane *tallyLane, id uint32) error {
	if uint64(id) >= t.bound {
		return errSparse
	}
	if lane.full {
		return nil
	}
	old := lane.counts
	length := min(max(uint64(1)<<bits.Len32(id), firstCounts), t.bound)
	more := int64(length) - int64(len(old.Slice()))
	if t.room.Add(-more) < 0 {
		t.room.Add(more)
		lane.full = true
		return nil
	}
	if err := t.hold(more); err != nil {
		return err
	}
	counts, err := hugemem.New[uint8](int(length))
	if err != nil {
		return err
	}
	copy(counts.Slice(), old.Slice())
	old.Free()
	lane.counts = counts
	return nil
}

// hold counts memory against the limit.
func (t *tally) hold(more int64) error {
	if held := t.held.Add(more); t.limit > 0 && held > t.limit {
		return &graph.MemoryError{What: "counting the records of each vertex", Need: fixedBytes(len(t.lanes)) + 2*held, Limit: t.limit}
	}
	return nil
}

// free gives the memory back.
func (t *tally) free() {
	for i := range t.lanes {
		t.lanes[i].counts.Free()
	}
	t.slabs.free()
}
