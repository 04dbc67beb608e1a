package lists

import (
	"context"
	"sync/atomic"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/hugemem"
)

// builder makes the rows of one bucket after another, for one worker.
type builder struct {
	s       *Builder
	few     *fewSorter            // nil where a network of comparisons is no faster
	buffer  hugemem.Array[byte]   // chunks of the file are read into
	keys    hugemem.Array[uint64] // of a bucket, or its bit matrix
	spare   hugemem.Array[uint64] // and as many again, of what is left to sort of each
	edges   hugemem.Array[uint32] // of a job: smaller ends, row after row
	lengths []uint32              // of the rows of a job
	n       int                   // edges of the job so far
	report  graph.Report
	longest uint32 // row

	// taken is how many records of each of the first rows were merged. These are hubs, so that
	// workers who took them off the masses at once would wait for each other.
	taken [1 << 12]uint32
}

// reserve sees to an array of at least n elements, of which the first ones are
// kept. It grows by half at least, as a bucket is often a little larger than the one
// before: what is not touched takes no memory.
func reserve[T any](a *hugemem.Array[T], n, kept int) error {
	have := len(a.Slice())
	if have >= n {
		return nil
	}
	if kept == 0 {
		a.Free()
	}
	larger, err := hugemem.New[T](max(n, have*3/2))
	if err != nil {
		return err
	}
	copy(larger.Slice(), a.Slice()[:kept])
	a.Free()
	*a = larger
	return nil
}

// reserveEdges sees to room for so many edges more of a job.
func (w *builder) reserveEdges(n int) error {
	if w.edges.Slice() == nil {
		w.edges = w.s.room.next()
	}
	return reserve(&w.edges, w.n+n, w.n)
}

// add appends the rows of a bucket.
func (w *builder) add(ctx context.Context, b *bucket) error {
	first := len(w.lengths)
	w.lengths = append(w.lengths, make([]uint32, b.rows.Len())...)
	lengths := w.lengths[first:]
	var err error
	if words := uint64(b.rows.Len()) << b.column >> 6; words <= b.records {
		err = w.mark(ctx, b, int(words), lengths)
	} else {
		err = w.sort(ctx, b, lengths)
	}
	w.s.chunks.releaseAll(b.chunks)
	return err
}

// eachChunk calls visit with the bytes of each chunk of a bucket.
func (w *builder) eachChunk(ctx context.Context, b *bucket, visit func(data []byte, length int)) error {
	for _, c := range b.chunks {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if c.memory.Slice() == nil {
			if err := reserve(&w.buffer, w.s.shape.chunk+keySlack, 0); err != nil {
				return err
			}
		}
		data, err := w.s.chunks.read(c, w.buffer.Slice())
		if err != nil {
			return err
		}
		visit(data, c.length)
		w.s.opt.Meter.Add(int64(c.length / int(b.width)))
	}
	return nil
}

// merged takes records that were merged off the masses of their ends.
func (w *builder) merged(row, low, records uint32) {
	mass := w.s.masses.low.Slice()
	atomic.AddUint32(&mass[row], -records)
	if low < uint32(len(w.taken)) {
		w.taken[low] += records
		return
	}
	atomic.AddUint32(&mass[low], -records)
}

// takeOff takes what is kept of the first rows off their masses.
func (w *builder) takeOff() {
	mass := w.s.masses.low.Slice()
	for r, n := range w.taken[:min(len(w.taken), len(mass))] {
		mass[r] -= n
	}
}

func (w *builder) free() {
	w.buffer.Free()
	w.keys.Free()
	w.spare.Free()
	w.edges.Free()
}
