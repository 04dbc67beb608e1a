package gpucount

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync/atomic"

	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpurun"
	"github.com/tricycle-graph/tricycle/internal/par"
	"github.com/tricycle-graph/tricycle/internal/partition"
)

// rowCache keeps rows of a store on a device: as many ranges as there is room
// for. Ranges are wanted again and again in the same order, so the one that was
// wanted last is wanted again the latest: it makes room for the next.
type rowCache struct {
	run    *gpurun.Run
	copier *rowCopier
	store  *partition.Store
	most   int   // ranges at once
	each   int64 // bytes of a range; 0 for what it takes
	held   []*heldRows
	clock  int
	coming []*comingRows
	stop   atomic.Bool // tells who copies them to end
}

// heldRows is a range of rows on the device.
type heldRows struct {
	rows   partition.Range // empty while it holds none
	there  deviceRows
	buffer *gpu.Buffer
	wanted int // when, by the clock
}

// comingRows is a range that is copied beside the kernels, or will be.
type comingRows struct {
	held  *heldRows // for rows, which it holds once that was waited for
	rows  partition.Range
	done  chan struct{} // closed when the two below are set
	there deviceRows
	err   error
}

// errStopped is why a range does not come.
var errStopped = errors.New("triangle: rows are not wanted any more")

// find returns a range that is there, nil where it is not.
func (c *rowCache) find(rows partition.Range) *heldRows {
	for _, h := range c.held {
		if h.rows == rows {
			return h
		}
	}
	return nil
}

// want returns a range, which is copied where it is not there. What is in keep
// stays.
func (c *rowCache) want(ctx context.Context, rows partition.Range, keep ...*heldRows) (*heldRows, error) {
	c.clock++
	h := c.find(rows)
	if h == nil {
		if err := c.await(rows); err != nil {
			return nil, err
		}
		h = c.find(rows)
	}
	if h == nil {
		var err error
		if h, err = c.room(rows, keep); err != nil {
			return nil, err
		}
		if h.there, err = c.copier.copyRows(ctx, c.store, rows, h.buffer); err != nil {
			return nil, err
		}
		h.rows = rows
	}
	h.wanted = c.clock
	return h, nil
}

// errNoRoom says that everything that is there has to stay.
var errNoRoom = errors.New("triangle: no room for more rows on the GPU")

// room returns room for a range: memory that is new, or another range's.
func (c *rowCache) room(rows partition.Range, keep []*heldRows) (*heldRows, error) {
	if len(c.held) < c.most {
		buffer, err := c.run.Device.Alloc(cmp.Or(c.each, storedBytes(c.store, rows)))
		if err == nil {
			h := &heldRows{buffer: buffer}
			c.held = append(c.held, h)
			return h, nil
		}
		if c.each == 0 || !errors.Is(err, gpu.ErrOutOfMemory) || len(c.held) < 2 {
			return nil, err
		}
		c.most = len(c.held) // it was there when the cache was made
	}
	var last *heldRows
	for _, h := range c.held {
		if !slices.Contains(keep, h) && (last == nil || h.rows.Len() == 0 || last.rows.Len() > 0 && h.wanted > last.wanted) {
			last = h
		}
	}
	if last == nil {
		return nil, errNoRoom
	}
	last.rows = partition.Range{}
	return last, nil
}

// expect begins to copy, in the background, one after the other, those of the
// ranges that are not there, unless others are on their way. They are in the order
// in which they will be wanted: what is wanted sooner stays, and what is in keep.
func (c *rowCache) expect(ctx context.Context, ranges []partition.Range, keep ...*heldRows) error {
	if err := c.arrived(); err != nil || len(c.coming) > 0 {
		return err
	}
	for _, rows := range ranges {
		if h := c.find(rows); h != nil {
			keep = append(keep, h)
			continue
		}
		h, err := c.room(rows, keep)
		if errors.Is(err, errNoRoom) {
			break
		}
		if err != nil {
			return err
		}
		h.wanted = 0 // it is to stay until it was used
		keep = append(keep, h)
		c.coming = append(c.coming, &comingRows{held: h, rows: rows, done: make(chan struct{})})
	}
	c.stop.Store(false)
	go c.bring(ctx, c.coming)
	return nil
}

// bring copies what is coming.
func (c *rowCache) bring(ctx context.Context, coming []*comingRows) {
	for _, r := range coming {
		if r.err = errStopped; !c.stop.Load() {
			r.there, r.err = c.copier.copyRows(ctx, c.store, r.rows, r.held.buffer)
		}
		close(r.done)
	}
}

// arrived takes note of what has come.
func (c *rowCache) arrived() error {
	for len(c.coming) > 0 {
		r := c.coming[0]
		select {
		case <-r.done:
		default:
			return nil
		}
		c.coming = c.coming[1:]
		switch {
		case r.err == nil:
			r.held.rows, r.held.there = r.rows, r.there
		case !errors.Is(r.err, errStopped):
			return r.err
		}
	}
	return nil
}

// await waits for a range that is coming, or ends all that are coming.
func (c *rowCache) await(rows partition.Range) error {
	last := len(c.coming) - 1
	if i := slices.IndexFunc(c.coming, func(r *comingRows) bool { return r.rows == rows }); i >= 0 {
		last = i
	} else {
		c.stop.Store(true)
	}
	if last >= 0 {
		<-c.coming[last].done
	}
	return c.arrived()
}

// settle ends all that are coming.
func (c *rowCache) settle() error { return c.await(partition.Range{}) }

// close waits for what expect began, and frees everything.
func (c *rowCache) close() error {
	for len(c.coming) > 0 {
		_ = c.settle() // nobody wants it any more
	}
	var first error
	for _, h := range c.held {
		first = cmp.Or(first, h.buffer.Free())
	}
	c.held = nil
	return first
}

// storedBytes is what rows of a store take on a device.
func storedBytes(store *partition.Store, rows partition.Range) int64 {
	return rowsBytes(rows.Len(), store.Edges(rows, partition.Range{End: store.Rows()}))
}

// cutStored cuts ranges into ranges of whole pieces that take at most so many
// bytes on a device, if a single piece does not take more; 0 is no bound.
func cutStored(store *partition.Store, ranges []partition.Range, most int64) [][]partition.Range {
	cut := make([][]partition.Range, len(ranges))
	for i, whole := range ranges {
		if most == 0 || storedBytes(store, whole) <= most {
			cut[i] = []partition.Range{whole}
			continue
		}
		var pieces []partition.Range
		for _, p := range store.Pieces() {
			if p.Rows.Begin >= whole.Begin && p.Rows.End <= whole.End {
				pieces = append(pieces, p.Rows)
			}
		}
		for begin, end := range par.Runs(len(pieces), uint64(most), func(k int) uint64 { return uint64(storedBytes(store, pieces[k])) }) {
			cut[i] = append(cut[i], partition.Range{Begin: pieces[begin].Begin, End: pieces[end-1].End})
		}
	}
	return cut
}
