package gpugraph

import (
	"context"
	"math/bits"
	"sync"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpurun"
)

const (
	// slotOfRoot is for slotFor.
	slotOfRoot = 16
	// firstRecords is the room for a source that does not know its records.
	firstRecords = 1 << 20
)

// reader copies the records of a source to the device. The copies follow
// one another in the stream of the copier, in the order in which they find their
// place, and beside them what has come is sorted, batch by batch.
type reader struct {
	feeder

	mu      sync.Mutex // of what follows, taken before sorting
	arrived *gpu.Event // in the copier's stream, where a batch ends
	n       int        // records so far
	taken   int        // of these, by runs
	batch   int        // records that are sorted at once; 0 for all at the end

	sorting sync.Mutex // of runs and their work
	runs    *runs
}

// field is what the records are sorted by. The direction is left out: where
// an edge stands in both is found without sorting by it.
func (f readFacts) field() field {
	width := bits.Len64(f.largest)
	return field{skip: 1, width: width, bits: 2 * width}
}

// firstRoom returns the records to make room for before a source is read.
func firstRoom(info graph.Info) int {
	records := int64(firstRecords)
	switch {
	case info.Records.Known():
		records = info.Records.Get()
	case info.MaxRecords.Known():
		records = min(records, info.MaxRecords.Get())
	}
	return int(max(records, 1))
}

// newReader makes room for records.
func newReader(w *work, info graph.Info, room int) *reader {
	r := &reader{runs: &runs{work: w, info: info, total: int(info.Records.Get())}}
	w.keys = gpurun.Array[uint64](w.Run, room)
	if info.Records.Get() > 0 {
		// Taken now, so that what does not fit is refused before the reading.
		w.spare = gpurun.Array[uint64](w.Run, room)
		w.reserve(room)
		if r.batch = w.opt.batch; r.batch == 0 {
			r.batch = max(room/batches, leastBatch)
		}
	}
	r.runs.facts = gpurun.Zeros[uint64](w.Run, 2)
	r.arrived = w.NewEvent()
	r.feeder = newFeeder(w, info, min(slotFor(room, slotOfRoot), room), r.accept)
	return r
}

// read copies and packs all records of the source. Errors are in the run.
func (r *reader) read(ctx context.Context, src graph.Source) graph.Summary {
	w := r.runs.work
	if w.Err != nil {
		return graph.Summary{}
	}
	r.meter.Start("read", r.info.Records.Get())
	summary, err := r.feed(ctx, src)
	if err == nil {
		err = r.copier.Stream.Synchronize()
	}
	w.Fail(err)
	r.runs.pack(r.n)
	return summary
}

// accept copies the first n records of a slot to the device, and sorts where
// enough has come for a batch and nobody sorts.
func (r *reader) accept(l *gpurun.Lane, n int) error {
	end, err := r.copy(l, n)
	if end == 0 || err != nil {
		return err
	}
	defer r.sorting.Unlock()
	r.runs.Await(r.arrived)
	r.runs.take(end)
	return r.runs.Err
}

// copy copies the first n records of a slot to the device. It returns the end
// of the batch where the caller is to sort one, and r.sorting is held for it;
// otherwise 0.
func (r *reader) copy(l *gpurun.Lane, n int) (end int, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := r.grow(r.n + n); err != nil {
		return 0, err
	}
	if err := gpurun.Send(l, r.runs.keys.Slice(r.n, r.n+n)); err != nil {
		return 0, err
	}
	r.n += n
	if r.batch == 0 || r.n-r.taken < r.batch || !r.sorting.TryLock() {
		return 0, nil
	}
	if err := r.copier.Stream.Record(r.arrived); err != nil {
		r.sorting.Unlock()
		return 0, err
	}
	r.taken = r.n
	return r.n, nil
}

// grow makes room for n records, half as much again as there was. Where it has
// to, nothing more is sorted until all have come.
func (r *reader) grow(n int) error {
	w := r.runs.work
	if n <= w.keys.Len() {
		return nil
	}
	r.sorting.Lock()
	defer r.sorting.Unlock()
	r.batch = 0
	r.runs.forget()
	if w.Err == nil {
		w.Err = r.copier.Stream.Synchronize()
	}
	old := w.keys
	w.keys = gpurun.Array[uint64](w.Run, max(n, old.Len()/2*3))
	gpurun.Copy(w.Run, w.keys.Slice(0, r.n), old.Slice(0, r.n))
	w.Wait()
	gpurun.Free(w.Run, &old)
	return w.Err
}
