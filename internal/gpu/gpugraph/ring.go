package gpugraph

import (
	"cmp"
	"sync"

	"github.com/tricycle-graph/tricycle/internal/gpu"
)

// ringSlots is how many slots of records are on the device at once: one is
// copied, one is looked at, and the host may be late with the others.
const ringSlots = 4

// ring passes slots of records through a few buffers on the device: copies
// follow one another in a stream of their own, and each is looked at by kernels in
// another stream when it has come.
type ring struct {
	stream *gpu.Stream // of the kernels
	copies *gpu.Stream
	buffer array[uint64]

	mu      sync.Mutex // of what follows
	slots   [ringSlots]ringSlot
	turn    int
	records int // that came so far
	launch  func(records gpu.Array[uint64]) error
}

// ringSlot is a buffer on the device.
type ringSlot struct {
	records       gpu.Array[uint64]
	arrived, done *gpu.Event // in copies, in stream
	used          bool
}

// newRing makes buffers for slots of so many records.
func newRing(dev *gpu.Device, stream *gpu.Stream, slot int) (_ *ring, err error) {
	r := &ring{stream: stream}
	defer func() {
		if err != nil {
			_ = r.free() // the first error says more
		}
	}()
	if r.copies, err = dev.NewStream(); err != nil {
		return nil, err
	}
	if r.buffer, err = allocate[uint64](dev, ringSlots*slot); err != nil {
		return nil, err
	}
	for i := range r.slots {
		s := &r.slots[i]
		s.records = r.buffer.Slice(i*slot, (i+1)*slot)
		if s.arrived, err = dev.NewEvent(); err != nil {
			return nil, err
		}
		if s.done, err = dev.NewEvent(); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// take copies the first n records of a slot to the device and launches what
// looks at them.
func (r *ring) take(from *slot, n int) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	s := &r.slots[r.turn]
	r.turn = (r.turn + 1) % ringSlots
	if s.used {
		if err := r.copies.Wait(s.done); err != nil {
			return err
		}
	}
	records := s.records.Slice(0, n)
	if err := gpu.Upload(r.copies, records, from.records.Slice(0, n)); err != nil {
		return err
	}
	from.sent = true
	if err := cmp.Or(r.copies.Record(from.copied), r.copies.Record(s.arrived), r.stream.Wait(s.arrived)); err != nil {
		return err
	}
	if err := r.launch(records); err != nil {
		return err
	}
	s.used = true
	r.records += n
	return r.stream.Record(s.done)
}

// bytes is what the ring holds.
func (r *ring) bytes() int64 { return recordBytes * int64(r.buffer.Len()) }

// free waits for the copies and gives all back.
func (r *ring) free() error {
	var first error
	if r.copies != nil {
		first = cmp.Or(r.copies.Synchronize(), r.copies.Free())
		r.copies = nil
	}
	for i := range r.slots {
		for _, e := range []*gpu.Event{r.slots[i].arrived, r.slots[i].done} {
			if e != nil {
				first = cmp.Or(first, e.Free())
			}
		}
	}
	return cmp.Or(first, r.buffer.free())
}
