package gpugraph

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"unsafe"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/par"
)

const (
	leastSlot = 4 << 10   // records that are copied at once, at least,
	mostSlot  = 512 << 10 // and at most
	// mostReaders is how many workers fill buffers at once for copies at full
	// speed; each more has more memory pinned. One sorts now and then.
	mostReaders = 9
	recordBytes = 8
)

// slotFor returns the records of a slot for each root of those that there are:
// between two copies the device rests some microseconds, but to pin the slots
// takes time, too.
func slotFor(records, ofRoot int) int {
	return min(max(ofRoot*int(math.Sqrt(float64(records))), leastSlot), mostSlot)
}

// feeder has the workers of a source fill pinned memory: each fills one slot
// while its other one is copied.
type feeder struct {
	device *gpu.Device
	info   graph.Info
	meter  *graph.Meter
	pinned *gpu.HostBuffer
	slot   int // records of a slot
	lanes  []lane
	// take has the first n records of a slot copied, and says so in the slot.
	// Workers call it at the same time.
	take func(s *slot, n int) error
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

// pin makes the slots: of one piece of memory, for small pieces are not worth
// huge pages.
func (f *feeder) pin(threads int) (err error) {
	const each = len(lane{}.slots)
	f.lanes = make([]lane, min(par.Workers(threads), mostReaders))
	if f.pinned, err = f.device.AllocHost(int64(len(f.lanes)*each*f.slot) * recordBytes); err != nil {
		return err
	}
	for i := range len(f.lanes) * each {
		s := &f.lanes[i/each].slots[i%each]
		s.records = gpu.HostView[uint64](f.pinned, int64(i*f.slot)*recordBytes, f.slot)
		if s.copied, err = f.device.NewEvent(); err != nil {
			return err
		}
	}
	return nil
}

// shrink makes the slots smaller, if they have more than so many records.
func (f *feeder) shrink(slot int) {
	f.slot = min(f.slot, slot)
	for i := range f.lanes {
		for j := range f.lanes[i].slots {
			s := &f.lanes[i].slots[j]
			s.records = s.records.Slice(0, f.slot)
		}
	}
}

// feed takes all records of the source, which it reads straight into the slots
// where it can.
func (f *feeder) feed(ctx context.Context, src graph.Source) (graph.Summary, error) {
	summary, err := f.readSource(ctx, src)
	if err != nil {
		return summary, err
	}
	for i := range f.lanes {
		if err := f.send(&f.lanes[i]); err != nil {
			return summary, err
		}
	}
	return summary, nil
}

func (f *feeder) readSource(ctx context.Context, src graph.Source) (graph.Summary, error) {
	filler, ok := src.(graph.Filler)
	if !ok {
		return src.Read(ctx, len(f.lanes), f.emit)
	}
	room := func(worker, n int) ([]graph.Edge, error) {
		to, err := f.lanes[worker].room()
		return to[:min(n, len(to))], err
	}
	full := func(worker, n int) error {
		f.lanes[worker].fill = n
		f.meter.Add(int64(n))
		return f.send(&f.lanes[worker])
	}
	return filler.Fill(ctx, len(f.lanes), f.slot, room, full)
}

// emit takes a batch of the source.
func (f *feeder) emit(worker int, b graph.Batch) error {
	if len(b.Wide) > 0 {
		return fmt.Errorf("%w: %s has ids of 2^32 and more", ErrIDs, f.info.Name)
	}
	l := &f.lanes[worker]
	for edges := b.Edges; len(edges) > 0; {
		to, err := l.room()
		if err != nil {
			return err
		}
		n := copy(to[l.fill:], edges)
		l.fill += n
		edges = edges[n:]
		if l.fill == len(to) {
			if err := f.send(l); err != nil {
				return err
			}
		}
	}
	f.meter.Add(int64(len(b.Edges)))
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

// send has the worker's slot taken, and turns to its other one.
func (f *feeder) send(l *lane) error {
	if l.fill == 0 {
		return nil
	}
	s, n := &l.slots[l.turn], l.fill
	l.turn, l.fill = 1-l.turn, 0
	return f.take(s, n)
}

// free gives the slots back, which must not be copied from any more. Freeing
// them again does nothing.
func (f *feeder) free() error {
	var first error
	for i := range f.lanes {
		for _, s := range f.lanes[i].slots {
			if s.copied != nil {
				first = cmp.Or(first, s.copied.Free())
			}
		}
	}
	f.lanes = nil
	if f.pinned != nil {
		first = cmp.Or(first, f.pinned.Free())
	}
	return first
}
