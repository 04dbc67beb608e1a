package cpucount

import (
	"context"

	"github.com/tricycle-graph/tricycle/internal/hugemem"
	"github.com/tricycle-graph/tricycle/internal/par"
	"github.com/tricycle-graph/tricycle/internal/simd"
)

// corners are the triangles at each row. Each worker has a sum of 8 bits of the first rows,
// which stay in its second-level cache: in an order by degree they are nearly all that the
// middle and third corners of triangles are. What passes these sums is noted.
type corners struct {
	*credits[uint64]
	lows hugemem.Array[uint8] // of all workers
	rows int                  // that each has sums of
}

// lowRows is of how many rows a worker has sums, at most.
const lowRows = 1 << 20

func newCorners(at []uint64, workers int) (*corners, error) {
	c := &corners{credits: newCredits(at, workers), rows: min(len(at), lowRows)}
	var err error
	c.lows, err = hugemem.New[uint8](workers * c.rows)
	return c, err
}

// creditingBytes is what so many workers hold beside their notes for so many rows: their sums,
// what is found at once, and what they share for rows of which the longest has so many entries.
func creditingBytes(rows, workers int, longest uint32) int64 {
	worker := min(rows, lowRows) + creditBytes*simd.CreditRoom(min(int(longest), ShortRow))
	return int64(workers)*int64(worker) + longCreditsBytes(longest)
}

func (c *corners) free() { c.lows.Free() }

// low returns the sums of a worker.
func (c *corners) low(worker int) []uint8 { return c.lows.Slice()[worker*c.rows:][:c.rows] }

// addCorners adds one to each of some rows, to their sums where they have one.
func (n *notes[T]) addCorners(rows []uint32, low []uint8) {
	for _, v := range rows {
		if int(v) >= len(low) {
			n.add(uint64(v), 1)
			continue
		}
		if low[v]++; low[v] == 0 {
			n.add(uint64(v), 1<<8)
		}
	}
}

// finish adds up all that is left of what the workers noted and counted. They can go on after
// that.
func (c *corners) finish(ctx context.Context) error {
	err := par.Chunks(ctx, len(c.noted), c.rows, 1<<13, func(_, begin, end int) error {
		for worker, n := range c.noted {
			if n == nil {
				continue
			}
			at, low := c.at[begin:end], c.low(worker)[begin:end]
			for i, more := range low {
				at[i] += uint64(more)
			}
			clear(low)
		}
		return nil
	})
	if err != nil {
		return err
	}
	return c.credits.finish(ctx)
}
