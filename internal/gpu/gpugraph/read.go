package gpugraph

import (
	"cmp"
	"context"
	"math/bits"
	"sync"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/gpu"
)

const (
	// slotOfRoot is for slotFor.
	slotOfRoot = 16
	// firstRecords is the room for a source that does not know its records.
	firstRecords = 1 << 20
	// mostIDs is how many ids a key can hold, which keeps one bit for the
	// direction of its record.
	mostIDs = 1 << 31
)

// reader copies the records of a source to the device. The copies follow
// one another in a stream of their own, in the order in which they find their
// place, and beside them what has come is sorted, batch by batch.
type reader struct {
	feeder

	mu      sync.Mutex // of what follows, taken before sorting
	copies  *gpu.Stream
	arrived *gpu.Event // in copies, where a batch ends
	n       int        // records so far
	taken   int        // of these, by runs
	batch   int        // records that are sorted at once; 0 for all at the end

	sorting sync.Mutex // of runs and its stream
	runs    *runs
}

// readFacts are what is found in the records.
type readFacts struct {
	records int
	loops   uint64
	largest uint64 // id
}

// field is what the records are sorted by. The direction is left out: where
// an edge stands in both is found without sorting by it.
func (f readFacts) field() field {
	width := bits.Len64(f.largest)
	return field{skip: 1, width: width, bits: 2 * width}
}

// newReader makes room for records.
func (c *Cleaned) newReader(info graph.Info, room int) (_ *reader, err error) {
	r := &reader{feeder: feeder{device: c.device, info: info, meter: c.opt.Meter, slot: min(slotFor(room, slotOfRoot), room)}}
	r.take = r.accept
	r.runs = &runs{
		device: c.device, kernels: c.kernels, stream: c.stream, sorter: c.sorter, info: info,
		keys: &c.keys, spare: &c.spare, total: int(info.Records.Get()),
	}
	defer func() {
		if err != nil {
			_ = r.free() // the first error says more
		}
	}()
	if c.keys, err = allocate[uint64](c.device, room); err != nil {
		return nil, err
	}
	if info.Records.Get() > 0 {
		// Taken now, so that what does not fit is refused before the reading.
		if c.spare, err = allocate[uint64](c.device, room); err != nil {
			return nil, err
		}
		if err = c.sorter.reserve(room); err != nil {
			return nil, err
		}
		if r.batch = c.opt.batch; r.batch == 0 {
			r.batch = max(room/batches, leastBatch)
		}
	}
	if r.runs.facts, err = allocateZero[uint64](c.device, c.stream, 2); err != nil {
		return nil, err
	}
	if r.copies, err = c.device.NewStream(); err != nil {
		return nil, err
	}
	if r.arrived, err = c.device.NewEvent(); err != nil {
		return nil, err
	}
	return r, r.pin(c.opt.Threads)
}

// read copies and packs all records of the source.
func (r *reader) read(ctx context.Context, src graph.Source) (graph.Summary, error) {
	r.meter.Start("read", r.info.Records.Get())
	summary, err := r.feed(ctx, src)
	if err != nil {
		return summary, err
	}
	if err := r.copies.Synchronize(); err != nil {
		return summary, err
	}
	return summary, r.runs.pack(r.n)
}

// accept copies the first n records of a slot to the device, and sorts where
// enough has come for a batch and nobody sorts.
func (r *reader) accept(s *slot, n int) error {
	end, err := r.copy(s, n)
	if end == 0 || err != nil {
		return err
	}
	defer r.sorting.Unlock()
	if err := r.runs.stream.Wait(r.arrived); err != nil {
		return err
	}
	return r.runs.take(end)
}

// copy copies the first n records of a slot to the device. It returns the end
// of the batch where the caller is to sort one, and r.sorting is held for it;
// otherwise 0.
func (r *reader) copy(s *slot, n int) (end int, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := r.grow(r.n + n); err != nil {
		return 0, err
	}
	if err := gpu.Upload(r.copies, r.runs.keys.Slice(r.n, r.n+n), s.records.Slice(0, n)); err != nil {
		return 0, err
	}
	s.sent = true
	if err := r.copies.Record(s.copied); err != nil {
		return 0, err
	}
	r.n += n
	if r.batch == 0 || r.n-r.taken < r.batch || !r.sorting.TryLock() {
		return 0, nil
	}
	if err := r.copies.Record(r.arrived); err != nil {
		r.sorting.Unlock()
		return 0, err
	}
	r.taken = r.n
	return r.n, nil
}

// grow makes room for n records, half as much again as there was. Where it has
// to, nothing more is sorted until all have come.
func (r *reader) grow(n int) error {
	if n <= r.runs.keys.Len() {
		return nil
	}
	r.sorting.Lock()
	defer r.sorting.Unlock()
	r.batch = 0
	if err := r.runs.forget(); err != nil {
		return err
	}
	if err := cmp.Or(r.runs.stream.Synchronize(), r.copies.Synchronize()); err != nil {
		return err
	}
	more, err := allocate[uint64](r.device, max(n, r.runs.keys.Len()/2*3))
	if err != nil {
		return err
	}
	err = gpu.Copy(r.copies, more.Slice(0, r.n), r.runs.keys.Slice(0, r.n))
	if err := cmp.Or(err, r.copies.Synchronize()); err != nil {
		return cmp.Or(err, more.free())
	}
	err = r.runs.keys.free()
	*r.runs.keys = more
	return err
}

// free waits for the copies and frees what they needed. Freeing it again does
// nothing.
func (r *reader) free() error {
	var first error
	if r.copies != nil {
		first = cmp.Or(first, r.copies.Synchronize(), r.copies.Free())
		r.copies = nil
	}
	if r.arrived != nil {
		first = cmp.Or(first, r.arrived.Free())
	}
	return cmp.Or(first, r.feeder.free(), r.runs.free())
}
