package gpugraph

import (
	"cmp"
	"sync"

	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpurun"
)

// ringSlots is how many slots of records are on the device at once: one is
// copied, one is looked at, and the host may be late with the others.
const ringSlots = 4

// ring passes slots of records through a few buffers on the device: copies
// follow one another in the copier's stream, and each is looked at by kernels in
// the run's when it has come.
type ring struct {
	*work
	copies *gpu.Stream

	mu      sync.Mutex // of the work and of what follows
	slots   [ringSlots]ringSlot
	turn    int
	records int // that came so far
	launch  func(records gpu.Array[uint64])
}

// ringSlot is a buffer on the device.
type ringSlot struct {
	records       gpu.Array[uint64]
	arrived, done *gpu.Event // in copies, in the run's stream
	used          bool
}

// newRing makes buffers for slots of so many records.
func newRing(w *work, slot int) *ring {
	r := &ring{work: w}
	buffer := gpurun.Array[uint64](w.Run, ringSlots*slot)
	for i := range r.slots {
		r.slots[i] = ringSlot{records: buffer.Slice(i*slot, (i+1)*slot), arrived: w.NewEvent(), done: w.NewEvent()}
	}
	return r
}

// take copies the first n records of a lane's slot to the device and launches
// what looks at them.
func (r *ring) take(l *gpurun.Lane, n int) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	s := &r.slots[r.turn]
	r.turn = (r.turn + 1) % ringSlots
	if s.used && r.Err == nil {
		r.Err = r.copies.Wait(s.done)
	}
	records := s.records.Slice(0, n)
	if r.Err == nil {
		r.Err = cmp.Or(gpurun.Send(l, records), r.copies.Record(s.arrived))
	}
	if r.Await(s.arrived); r.Err != nil {
		return r.Err
	}
	r.launch(records)
	r.Record(s.done)
	s.used = true
	r.records += n
	return r.Err
}
