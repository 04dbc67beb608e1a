package gpugraph

import (
	"cmp"
	"context"
	"fmt"
	"sync"
	"unsafe"

	"github.com/tricycle-graph/tricycle/gpu"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/par"
)

const (
	// Records that are copied at once: many, for a copy or a launch takes the
	// driver some microseconds; but pinning the buffers takes half a
	// millisecond a MiB, so that a small graph has smaller ones.
	leastSlot   = 16 << 10
	mostSlot    = 256 << 10
	slotsToFill = 128 // by a graph between
	// mostReaders is how many workers fill buffers at once for copies at full
	// speed; each more has more memory pinned.
	mostReaders = 8
	// firstRecords is the room for a source that does not know its records.
	firstRecords = 1 << 20
	recordBytes  = 8
	// mostIDs is how many ids a key can hold, which keeps one bit for the
	// direction of its record.
	mostIDs = 1 << 31
)

// reader copies the records of a source to the device, where they become keys
// at once. Each worker of the source fills one pinned buffer while the other
// is copied.
type reader struct {
	device  *gpu.Device
	kernels *kernels
	info    graph.Info
	meter   *graph.Meter
	room    int // records of a slot
	facts   array[uint64]
	counts  gpu.Array[uint32] // of ids, as long as they are below its length
	ready   *gpu.Event        // when facts and counts are zero
	lanes   []lane            // of each worker

	mu      sync.Mutex // of the two below
	records *array[uint64]
	n       int          // records so far
	sending sync.RWMutex // held for reading while records are on their way
}

// lane is the two slots of a worker.
type lane struct {
	slots [2]*slot
	turn  int // slot that is filled
	fill  int // records in it
}

// slot is a pinned buffer and the stream that copies it. Nobody else uses the
// stream, so waiting for it is waiting for the buffer.
type slot struct {
	pinned *gpu.HostBuffer
	stream *gpu.Stream
}

// readFacts are what the kernels found in the records.
type readFacts struct {
	records int
	loops   uint64
	largest uint64 // id
	// counts are the records that each id is an end of, but for self-loops: in
	// the memory of spare. There are none where the largest id is too large.
	counts gpu.Array[uint32]
}

// read fills records, which it makes longer where they do not suffice.
func (c *Cleaned) read(ctx context.Context, src graph.Source, room int) (found readFacts, summary graph.Summary, err error) {
	info := src.Info()
	workers := min(par.Workers(c.opt.Threads), mostReaders)
	r := &reader{device: c.device, kernels: c.kernels, info: info, meter: c.opt.Meter, records: &c.keys, lanes: make([]lane, workers)}
	r.room = min(max(room/slotsToFill, leastSlot), mostSlot)
	defer func() { err = cmp.Or(err, r.free()) }()
	if r.facts, err = allocateZero[uint64](c.device, c.stream, 2); err != nil {
		return found, summary, err
	}
	if c.keys, err = allocate[uint64](c.device, room); err != nil {
		return found, summary, err
	}
	if info.Records > 0 {
		// Taken now, so that what does not fit is refused before the reading.
		if c.spare, err = allocate[uint64](c.device, room); err != nil {
			return found, summary, err
		}
		r.counts = gpu.View[uint32](c.spare.buffer, 0, 2*room)
		if err = gpu.Memset(c.stream, r.counts, 0); err != nil {
			return found, summary, err
		}
	}
	if r.ready, err = c.device.NewEvent(); err != nil {
		return found, summary, err
	}
	if err = c.stream.Record(r.ready); err != nil {
		return found, summary, err
	}
	c.opt.Meter.Start("read", max(info.Records, 0))
	if summary, err = src.Read(ctx, workers, r.emit); err != nil {
		return found, summary, err
	}
	if err = r.flush(); err != nil {
		return found, summary, err
	}
	var facts [2]uint64
	if err = gpu.Read(c.stream, facts[:], r.facts.Array); err != nil {
		return found, summary, err
	}
	found = readFacts{records: r.n, largest: facts[0], loops: facts[1]}
	if facts[0] < uint64(r.counts.Len()) {
		found.counts = r.counts
	}
	return found, summary, nil
}

// emit takes a batch of the source.
func (r *reader) emit(worker int, b graph.Batch) error {
	if len(b.Wide) > 0 {
		return fmt.Errorf("%w: %s has ids of 2^32 and more", ErrIDs, r.info.Name)
	}
	l := &r.lanes[worker]
	for edges := b.Edges; len(edges) > 0; {
		to, err := r.slot(l)
		if err != nil {
			return err
		}
		n := copy(to.edges()[l.fill:r.room], edges)
		l.fill += n
		edges = edges[n:]
		if l.fill == r.room {
			if err := r.send(l); err != nil {
				return err
			}
		}
	}
	r.meter.Add(int64(len(b.Edges)))
	return nil
}

// slot returns the slot that a worker fills, which is made when it is first
// needed, and waited for when it was sent before.
func (r *reader) slot(l *lane) (*slot, error) {
	s := l.slots[l.turn]
	if s != nil {
		if l.fill == 0 {
			return s, s.stream.Synchronize()
		}
		return s, nil
	}
	s = &slot{}
	l.slots[l.turn] = s
	var err error
	if s.pinned, err = r.device.AllocHost(int64(r.room) * recordBytes); err != nil {
		return nil, err
	}
	if s.stream, err = r.device.NewStream(); err != nil {
		return nil, err
	}
	return s, s.stream.Wait(r.ready)
}

// edges returns the buffer as records: two ids, as the kernel reads them.
func (s *slot) edges() []graph.Edge {
	words := gpu.HostView[uint64](s.pinned, 0, int(s.pinned.Size()/recordBytes)).Elements()
	return unsafe.Slice((*graph.Edge)(unsafe.Pointer(unsafe.SliceData(words))), len(words))
}

// send copies the worker's slot to the device and turns to its other one.
func (r *reader) send(l *lane) error {
	s, n := l.slots[l.turn], l.fill
	l.turn, l.fill = 1-l.turn, 0
	to, err := r.reserve(n)
	if err != nil {
		return err
	}
	defer r.sending.RUnlock()
	if err := gpu.Upload(s.stream, to, gpu.HostView[uint64](s.pinned, 0, n)); err != nil {
		return err
	}
	return s.stream.Launch(r.kernels.pack, r.kernels.over(n), to.Arg(), gpu.Uint64(uint64(n)), r.facts.Arg(),
		r.counts.Arg(), gpu.Uint64(uint64(r.counts.Len())))
}

// reserve returns where the next n records go. Where it returns no error,
// r.sending is held for reading, so that they do not move.
func (r *reader) reserve(n int) (gpu.Array[uint64], error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := r.grow(r.n + n); err != nil {
		return gpu.Array[uint64]{}, err
	}
	r.n += n
	r.sending.RLock()
	return r.records.Slice(r.n-n, r.n), nil
}

// grow makes room for n records, half as much again as there was.
func (r *reader) grow(n int) error {
	if n <= r.records.Len() {
		return nil
	}
	r.sending.Lock()
	defer r.sending.Unlock()
	more, err := allocate[uint64](r.device, max(n, r.records.Len()/2*3))
	if err != nil {
		return err
	}
	if err := r.move(more.Array); err != nil {
		return cmp.Or(err, more.free())
	}
	err = r.records.free()
	*r.records = more
	return err
}

// move copies the records so far, all of which must have arrived.
func (r *reader) move(to gpu.Array[uint64]) error {
	stream, err := r.device.NewStream()
	if err != nil {
		return err
	}
	err = cmp.Or(r.device.Synchronize(), gpu.Copy(stream, to.Slice(0, r.n), r.records.Slice(0, r.n)))
	return cmp.Or(err, stream.Synchronize(), stream.Free())
}

// flush sends what is left of every worker and waits until all is there.
func (r *reader) flush() error {
	for i := range r.lanes {
		if l := &r.lanes[i]; l.fill > 0 {
			if err := r.send(l); err != nil {
				return err
			}
		}
	}
	return r.device.Synchronize()
}

// free waits for the copies and frees what they needed.
func (r *reader) free() error {
	var first error
	for i := range r.lanes {
		for _, s := range r.lanes[i].slots {
			if s == nil {
				continue
			}
			if s.stream != nil {
				first = cmp.Or(first, s.stream.Synchronize(), s.stream.Free())
			}
			if s.pinned != nil {
				first = cmp.Or(first, s.pinned.Free())
			}
		}
	}
	if r.ready != nil {
		first = cmp.Or(first, r.ready.Free())
	}
	return cmp.Or(first, r.facts.free())
}
