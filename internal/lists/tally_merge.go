package lists

import (
	"context"
	"sync/atomic"

	"github.com/tricycle-graph/tricycle/internal/hugemem"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// merge adds up what the workers counted of ids below n. lonely are the ids with
// no other record than self-loops.
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
	few := t.seen().records < 1<<32 // for counts of 32 bits
	var alone atomic.Uint64
	err = par.Chunks(ctx, len(t.lanes), n, 1<<pageBits, func(_, begin, end int) error {
		to := c.low.Slice()[begin:end]
		add := func(id int, count uint32) {
			if to[id] += count; to[id] < count {
				t.mutex.Lock()
				c.high[uint32(begin+id)]++
				t.mutex.Unlock()
			}
		}
		for i := range t.lanes {
			counts := t.lanes[i].counts.Slice()
			counts = counts[min(begin, len(counts)):min(end, len(counts))]
			if few {
				for id, count := range counts {
					to[id] += uint32(count)
				}
				continue
			}
			for id, count := range counts {
				add(id, uint32(count))
			}
		}
		if page := t.pages[begin>>pageBits].Load(); page != nil {
			for id, count := range page[:len(to)] {
				add(id, count)
			}
		}
		if page := t.loops[begin>>pageBits].Load(); page != nil {
			alone.Add(t.alone(page, begin, to, c.high))
		}
		return nil
	})
	if err != nil {
		c.low.Free()
	}
	return c, alone.Load(), err
}

// alone counts the ids from begin on that have a self-loop and no other record.
func (t *tally) alone(page *loopPage, begin int, counts []uint32, high map[uint32]uint64) uint64 {
	n := uint64(0)
	for i, count := range counts {
		id := begin + i
		if count > 0 || page.bits[id&pageMask>>6].Load()>>(id&63)&1 == 0 {
			continue
		}
		t.mutex.Lock() // others may note counts
		if high[uint32(id)] == 0 {
			n++
		}
		t.mutex.Unlock()
	}
	return n
}

// seen returns what all workers found.
func (t *tally) seen() (sum seen) {
	for i := range t.lanes {
		sum.add(t.lanes[i].seen)
	}
	return sum
}

// largest returns the largest id.
func (t *tally) largest() uint32 {
	largest := uint32(0)
	for i := range t.lanes {
		lane := &t.lanes[i]
		largest = max(largest, lane.maxID)
		for id := len(lane.counts.Slice()) - 1; id > int(largest); id-- {
			if lane.counts.Slice()[id] > 0 {
				largest = uint32(id)
			}
		}
	}
	return largest
}

// sample returns what all workers kept of so many records.
func (t *tally) sample(records uint64) (s sample) {
	samples := make([]*sample, len(t.lanes))
	for i := range t.lanes {
		samples[i] = &t.lanes[i].sample
	}
	s.merge(samples, records)
	return s
}
