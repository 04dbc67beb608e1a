package gpugraph

import (
	"context"
	"math/bits"
	"sync"
	"sync/atomic"

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

// reader copies the records of a source to the device. The copies follow one another in the
// stream of the copier, and beside them what has come is sorted, batch by batch.
type reader struct {
	feeder

	sorting sync.Mutex // of runs and their work, taken before copying
	runs    *runs

	// Many copy at the same time: to take turns would cost them more than the copies do. Who
	// ends a batch or makes room holds the lock alone, when all places that were given away
	// are in the stream, but those beyond the room.
	copying sync.RWMutex
	n       atomic.Int64 // records that have a place
	arrived *gpu.Event   // in the copier's stream, where a batch ends
	taken   int          // records, by runs
	batch   int          // records that are sorted at once; 0 for all at the end
}

// field is what the records are sorted by. The direction is left out: where
// an edge stands in both is found without sorting by it.
func (f readFacts) field() field {
	width := bits.Len64(f.largest)
	return field{skipLow: 1, width: width, bits: 2 * width}
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
	r.feeder = newFeeder(w, info, min(slotFor(room, slotOfRoot), room), r.accept, w.opt.Links...)
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
		err = r.copier.Unlink()
	}
	w.Fail(err)
	r.runs.pack(int(r.n.Load()))
	return summary
}

// accept copies the first n records of a slot to the device, and sorts where
// enough has come for a batch and nobody sorts.
func (r *reader) accept(l *gpurun.Lane, n int) error {
	due, err := r.copy(l, n)
	if err != nil || !due || !r.sorting.TryLock() {
		return err
	}
	defer r.sorting.Unlock()
	end, err := r.endBatch()
	if err != nil || end == 0 {
		return err
	}
	r.runs.Await(r.arrived)
	r.runs.take(end)
	return r.runs.Err
}

// copy copies the first n records of a slot to the device, and says whether a batch is due.
func (r *reader) copy(l *gpurun.Lane, n int) (due bool, err error) {
	r.copying.RLock()
	end := int(r.n.Add(int64(n)))
	for end > r.runs.keys.Len() {
		r.copying.RUnlock()
		if err := r.grow(end); err != nil {
			return false, err
		}
		r.copying.RLock()
	}
	defer r.copying.RUnlock()
	return r.due(), gpurun.Send(l, r.runs.keys.Slice(end-n, end))
}

// due reports whether enough has come for a batch.
func (r *reader) due() bool { return r.batch > 0 && int(r.n.Load())-r.taken >= r.batch }

// endBatch ends a batch where one is due, with what has come, and returns where; otherwise 0.
func (r *reader) endBatch() (end int, err error) {
	r.copying.Lock()
	defer r.copying.Unlock()
	end = int(r.n.Load())
	if !r.due() || end > r.runs.keys.Len() {
		return 0, nil
	}
	r.taken = end
	return end, r.copier.Record(r.arrived)
}

// grow makes room for n records, half as much again as there was, where nobody did. Then
// nothing more is sorted until all have come.
func (r *reader) grow(n int) error {
	r.sorting.Lock()
	defer r.sorting.Unlock()
	r.copying.Lock()
	defer r.copying.Unlock()
	w := r.runs.work
	if n <= w.keys.Len() {
		return w.Err
	}
	r.batch = 0
	r.runs.forget()
	if w.Err == nil {
		w.Err = r.copier.Synchronize()
	}
	old := w.keys
	w.keys = gpurun.Array[uint64](w.Run, max(n, old.Len()/2*3))
	gpurun.Copy(w.Run, w.keys.Slice(0, old.Len()), old)
	w.Wait()
	gpurun.Free(w.Run, &old)
	return w.Err
}
