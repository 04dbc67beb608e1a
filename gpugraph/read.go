package gpugraph

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/bits"
	"sync"
	"unsafe"

	"github.com/tricycle-graph/tricycle/gpu"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/par"
)

const (
	// Records that are copied at once, for each root of those that there are:
	// between two copies the device rests some microseconds, but to pin the
	// buffers takes time, too. At least, though, and at most.
	slotOfRoot = 16
	leastSlot  = 4 << 10
	mostSlot   = 512 << 10
	// mostReaders is how many workers fill buffers at once for copies at full
	// speed; each more has more memory pinned. One sorts now and then.
	mostReaders = 9
	// firstRecords is the room for a source that does not know its records.
	firstRecords = 1 << 20
	recordBytes  = 8
	// mostIDs is how many ids a key can hold, which keeps one bit for the
	// direction of its record.
	mostIDs = 1 << 31
)

// reader copies the records of a source to the device. Each worker of the
// source fills one slot while the other is copied; the copies follow
// one another in a stream of their own, in the order in which they find their
// place, and beside them what has come is sorted, batch by batch.
type reader struct {
	device *gpu.Device
	info   graph.Info
	meter  *graph.Meter
	pinned *gpu.HostBuffer
	slot   int // records of a slot
	lanes  []lane

	mu      sync.Mutex // of what follows, taken before sorting
	copies  *gpu.Stream
	arrived *gpu.Event // in copies, where a batch ends
	n       int        // records so far
	taken   int        // of these, by runs
	batch   int        // records that are sorted at once; 0 for all at the end

	sorting sync.Mutex // of runs and its stream
	runs    *runs
}

// lane is the two slots of a worker.
type lane struct {
	slots [2]slot
	turn  int // slot that is filled
	fill  int // records in it
}

// slot is a part of the pinned memory.
type slot struct {
	records gpu.HostArray[uint64]
	copied  *gpu.Event // when it was sent last
	sent    bool
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
	r := &reader{device: c.device, info: info, meter: c.opt.Meter}
	r.lanes = make([]lane, min(par.Workers(c.opt.Threads), mostReaders))
	r.slot = min(max(slotOfRoot*int(math.Sqrt(float64(room))), leastSlot), mostSlot, room)
	r.runs = &runs{
		device: c.device, kernels: c.kernels, stream: c.stream, sorter: c.sorter, info: info,
		keys: &c.keys, spare: &c.spare, total: int(max(info.Records, 0)),
	}
	defer func() {
		if err != nil {
			_ = r.free() // the first error says more
		}
	}()
	if c.keys, err = allocate[uint64](c.device, room); err != nil {
		return nil, err
	}
	if info.Records > 0 {
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
	return r, r.pin()
}

// pin makes the slots: of one piece of memory, for small pieces are not worth
// huge pages.
func (r *reader) pin() (err error) {
	const each = len(lane{}.slots)
	if r.pinned, err = r.device.AllocHost(int64(len(r.lanes)*each*r.slot) * recordBytes); err != nil {
		return err
	}
	for i := range len(r.lanes) * each {
		s := &r.lanes[i/each].slots[i%each]
		s.records = gpu.HostView[uint64](r.pinned, int64(i*r.slot)*recordBytes, r.slot)
		if s.copied, err = r.device.NewEvent(); err != nil {
			return err
		}
	}
	return nil
}

// read copies and packs all records of the source.
func (r *reader) read(ctx context.Context, src graph.Source) (graph.Summary, error) {
	r.meter.Start("read", max(r.info.Records, 0))
	summary, err := r.readSource(ctx, src)
	if err != nil {
		return summary, err
	}
	for i := range r.lanes {
		if err := r.send(&r.lanes[i]); err != nil {
			return summary, err
		}
	}
	if err := r.copies.Synchronize(); err != nil {
		return summary, err
	}
	return summary, r.runs.pack(r.n)
}

// readSource reads the source, straight into the slots where it can.
func (r *reader) readSource(ctx context.Context, src graph.Source) (graph.Summary, error) {
	filler, ok := src.(graph.Filler)
	if !ok {
		return src.Read(ctx, len(r.lanes), r.emit)
	}
	room := func(worker, n int) ([]graph.Edge, error) {
		to, err := r.lanes[worker].room()
		return to[:min(n, len(to))], err
	}
	full := func(worker, n int) error {
		r.lanes[worker].fill = n
		r.meter.Add(int64(n))
		return r.send(&r.lanes[worker])
	}
	return filler.Fill(ctx, len(r.lanes), r.slot, room, full)
}

// emit takes a batch of the source.
func (r *reader) emit(worker int, b graph.Batch) error {
	if len(b.Wide) > 0 {
		return fmt.Errorf("%w: %s has ids of 2^32 and more", ErrIDs, r.info.Name)
	}
	l := &r.lanes[worker]
	for edges := b.Edges; len(edges) > 0; {
		to, err := l.room()
		if err != nil {
			return err
		}
		n := copy(to[l.fill:], edges)
		l.fill += n
		edges = edges[n:]
		if l.fill == len(to) {
			if err := r.send(l); err != nil {
				return err
			}
		}
	}
	r.meter.Add(int64(len(b.Edges)))
	return nil
}

// room returns the slot that the worker fills, after waiting for what was sent
// from it before.
func (l *lane) room() ([]graph.Edge, error) {
	s := &l.slots[l.turn]
	if s.sent {
		if err := s.copied.Synchronize(); err != nil {
			return nil, err
		}
		s.sent = false
	}
	words := s.records.Elements()
	return unsafe.Slice((*graph.Edge)(unsafe.Pointer(unsafe.SliceData(words))), len(words)), nil
}

// send copies the worker's slot to the device, turns to its other one, and
// sorts where enough has come for a batch and nobody sorts.
func (r *reader) send(l *lane) error {
	if l.fill == 0 {
		return nil
	}
	s, n := &l.slots[l.turn], l.fill
	l.turn, l.fill = 1-l.turn, 0
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
	for i := range r.lanes {
		for _, s := range r.lanes[i].slots {
			if s.copied != nil {
				first = cmp.Or(first, s.copied.Free())
			}
		}
	}
	r.lanes = nil
	if r.pinned != nil {
		first = cmp.Or(first, r.pinned.Free())
	}
	return cmp.Or(first, r.runs.free())
}
