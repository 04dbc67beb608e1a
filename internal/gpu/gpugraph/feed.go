package gpugraph

import (
	"context"
	"fmt"
	"math"
	"unsafe"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpurun"
	"github.com/tricycle-graph/tricycle/internal/par"
)

const (
	leastSlot = 4 << 10   // records that are copied at once, at least,
	mostSlot  = 512 << 10 // and at most
	// mostReaders is how many workers fill buffers at once for copies at full
	// speed; each more has more memory pinned. One sorts now and then.
	mostReaders = 9
	recordBytes = 8
	// laneSlots is how many buffers a worker has.
	laneSlots = 2
)

// slotFor returns the records of a slot for each root of those that there are:
// between two copies the device rests some microseconds, but to pin the slots
// takes time, too.
func slotFor(records, ofRoot int) int {
	return min(max(ofRoot*int(math.Sqrt(float64(records))), leastSlot), mostSlot)
}

// feeder lets the workers of a source fill the slots of a copier, a lane each.
type feeder struct {
	copier *gpurun.Copier
	info   graph.Info
	meter  *graph.Meter
	slot   int   // records of a slot that are filled
	filled []int // of these, by each worker
	// take copies the first n records of a lane's slot. Workers call it at the same
	// time.
	take func(l *gpurun.Lane, n int) error
}

// lanesBy is how many workers fill buffers where so many other devices send, too.
func lanesBy(threads, links int) int { return min(par.Workers(threads), mostReaders*(1+links)) }

// LinkBytes is what Ingest has pinned at most on the host for so many Options.Links, beside what
// it has without any.
func LinkBytes(threads, links int) int64 {
	return gpurun.CopierBytes(lanesBy(threads, links)-lanesBy(threads, 0), laneSlots, mostSlot)
}

// newFeeder makes the slots, to be sent by the links of other devices, too.
func newFeeder(w *work, info graph.Info, slot int, take func(l *gpurun.Lane, n int) error, links ...*gpu.Device) feeder {
	lanes := lanesBy(w.opt.Threads, len(links))
	return feeder{
		copier: gpurun.NewCopier(w.Run, lanes, laneSlots, slot, links...), info: info, meter: w.opt.Meter,
		slot: slot, filled: make([]int, lanes), take: take,
	}
}

// feed takes all records of the source, which it reads straight into the slots
// where it can.
func (f *feeder) feed(ctx context.Context, src graph.Source) (graph.Summary, error) {
	summary, err := f.readSource(ctx, src)
	if err != nil {
		return summary, err
	}
	for worker := range f.filled {
		if err := f.send(worker); err != nil {
			return summary, err
		}
	}
	return summary, nil
}

func (f *feeder) readSource(ctx context.Context, src graph.Source) (graph.Summary, error) {
	filler, ok := src.(graph.Filler)
	if !ok {
		return src.Read(ctx, len(f.filled), f.emit)
	}
	room := func(worker, n int) ([]graph.Edge, error) {
		to, err := f.room(worker)
		return to[:min(n, len(to))], err
	}
	full := func(worker, n int) error {
		f.filled[worker] = n
		f.meter.Add(int64(n))
		return f.send(worker)
	}
	return filler.Fill(ctx, len(f.filled), f.slot, room, full)
}

// emit takes a batch of the source.
func (f *feeder) emit(worker int, b graph.Batch) error {
	if len(b.Wide) > 0 {
		return fmt.Errorf("%w: %s has ids of 2^32 and more", ErrIDs, f.info.Name)
	}
	filled := &f.filled[worker]
	for edges := b.Edges; len(edges) > 0; {
		to, err := f.room(worker)
		if err != nil {
			return err
		}
		n := copy(to[*filled:], edges)
		*filled += n
		edges = edges[n:]
		if *filled == len(to) {
			if err := f.send(worker); err != nil {
				return err
			}
		}
	}
	f.meter.Add(int64(len(b.Edges)))
	return nil
}

// room returns the slot that the worker fills.
func (f *feeder) room(worker int) ([]graph.Edge, error) {
	words, err := gpurun.Slot[uint64](f.copier.Lane(worker))
	if err != nil {
		return nil, err
	}
	return unsafe.Slice((*graph.Edge)(unsafe.Pointer(unsafe.SliceData(words))), f.slot), nil
}

// send passes on what the worker has filled.
func (f *feeder) send(worker int) error {
	n := f.filled[worker]
	f.filled[worker] = 0
	if n == 0 {
		return nil
	}
	return f.take(f.copier.Lane(worker), n)
}
