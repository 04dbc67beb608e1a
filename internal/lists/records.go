package lists

import (
	"context"
	"sync/atomic"
	"unsafe"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/hugemem"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// recordChunk is the size of the chunks of raw records, in bytes: one huge page. The
// first ones are smaller.
const recordChunk = 2 << 20

// record is what raw records are kept as.
type record interface {
	graph.Edge | graph.WideEdge | uint32
}

// records gives the raw records of a source again and again: from the source
// where that costs less than keeping them, and else as they were kept when it was
// read.
type records struct {
	src     graph.Source
	workers int
	kept    *recordStore // nil where src is read again, or lies in runs
	runs    runs         // of the source; nil for others
	summary graph.Summary
}

// recordStore keeps raw records in chunks.
type recordStore struct {
	chunks  *chunkStore
	narrow  []recordLane[graph.Edge] // of each worker
	wide    []recordLane[graph.WideEdge]
	buffers [][]byte // what each worker reads chunks of the file into
	bytes   atomic.Int64
}

// bytes returns what the records take that are kept.
func (r *records) bytes() int64 {
	if r.kept == nil {
		return 0
	}
	return r.kept.bytes.Load()
}

// recordLane keeps the records that one worker reads.
type recordLane[R record] struct {
	buffer hugemem.Array[byte]
	fill   int // bytes
	full   []chunk
	_      [64]byte // keeps the workers' counters on lines of their own
}

// keepRecords reads src and keeps its records, while fits gives no error for the bytes
// that they take.
func keepRecords(ctx context.Context, src graph.Source, workers int, chunks *chunkStore, meter *graph.Meter, fits func(bytes int64) error) (*records, error) {
	kept := &recordStore{
		chunks:  chunks,
		narrow:  make([]recordLane[graph.Edge], workers),
		wide:    make([]recordLane[graph.WideEdge], workers),
		buffers: make([][]byte, workers),
	}
	r := &records{src: src, workers: workers, kept: kept}
	var err error
	r.summary, err = src.Read(ctx, workers, func(worker int, b graph.Batch) error {
		if err := fits(kept.bytes.Add(int64(edgeBytes*len(b.Edges) + wideEdgeBytes*len(b.Wide)))); err != nil {
			return err
		}
		if err := kept.narrow[worker].add(chunks, b.Edges); err != nil {
			return err
		}
		if err := kept.wide[worker].add(chunks, b.Wide); err != nil {
			return err
		}
		meter.Add(int64(len(b.Edges) + len(b.Wide)))
		return nil
	})
	for w := range workers {
		if err == nil {
			err = kept.narrow[w].finish(chunks)
		}
		if err == nil {
			err = kept.wide[w].finish(chunks)
		}
	}
	if err != nil {
		r.free()
		return nil, err
	}
	return r, nil
}

// add copies records to the end.
func (l *recordLane[R]) add(chunks *chunkStore, edges []R) error {
	for data := memoryOf(edges); len(data) > 0; {
		if l.fill == len(l.buffer.Slice()) {
			if err := l.next(chunks); err != nil {
				return err
			}
		}
		n := copy(l.buffer.Slice()[l.fill:], data)
		l.fill += n
		data = data[n:]
	}
	return nil
}

// next keeps what is in the buffer, if anything, and sees to an empty one.
func (l *recordLane[R]) next(chunks *chunkStore) error {
	if l.fill > 0 {
		c, err := chunks.keep(&l.buffer, l.fill)
		if err != nil {
			return err
		}
		l.full = append(l.full, c)
		l.fill = 0
	}
	if len(l.buffer.Slice()) > 0 {
		return nil
	}
	var err error
	l.buffer, err = hugemem.New[byte](recordChunk >> max(8-len(l.full), 0))
	return err
}

// finish keeps what is in the buffer and frees that.
func (l *recordLane[R]) finish(chunks *chunkStore) error {
	defer l.buffer.Free()
	if l.fill == 0 {
		return nil
	}
	c, err := chunks.keep(&l.buffer, l.fill)
	if err == nil {
		l.full = append(l.full, c)
		l.fill = 0
	}
	return err
}

// expected returns the number of records, 0 where it is not known before they are read.
func (r *records) expected() uint64 {
	if r.kept != nil || r.runs != nil {
		return r.summary.Records
	}
	return uint64(r.src.Info().Records.Get())
}

// each calls visit with all records, by several workers at once. Where it is for
// the last time, it gives back what kept them on the way.
func (r *records) each(ctx context.Context, last bool, visit func(worker int, b graph.Batch) error) (graph.Summary, error) {
	switch {
	case r.runs != nil:
		return r.summary, r.runs.each(ctx, r.workers, visit)
	case r.kept == nil:
		return r.src.Read(ctx, r.workers, visit)
	}
	err := eachRecord(ctx, r.kept, r.kept.narrow, last, func(worker int, edges []graph.Edge) error {
		return visit(worker, graph.Batch{Edges: edges})
	})
	if err == nil {
		err = eachRecord(ctx, r.kept, r.kept.wide, last, func(worker int, edges []graph.WideEdge) error {
			return visit(worker, graph.Batch{Wide: edges})
		})
	}
	return r.summary, err
}

func eachRecord[R record](ctx context.Context, s *recordStore, lanes []recordLane[R], last bool, visit func(worker int, edges []R) error) error {
	var all []*chunk
	for i := range lanes {
		for j := range lanes[i].full {
			all = append(all, &lanes[i].full[j])
		}
	}
	return par.Each(ctx, len(s.buffers), len(all), func(worker, i int) error {
		if s.buffers[worker] == nil && all[i].memory.Slice() == nil {
			s.buffers[worker] = make([]byte, recordChunk)
		}
		data, err := s.chunks.read(*all[i], s.buffers[worker])
		if err != nil {
			return err
		}
		if err := visit(worker, recordsOf[R](data[:all[i].length])); err != nil {
			return err
		}
		if last {
			s.chunks.release(all[i])
		}
		return nil
	})
}

// evict writes kept records to the file until those in memory take at most so
// many bytes, which it returns.
func (r *records) evict(ctx context.Context, most int64) (held int64, err error) {
	if r.kept == nil {
		return 0, nil
	}
	var inMemory []*chunk
	for i := range r.kept.narrow {
		for _, full := range [][]chunk{r.kept.narrow[i].full, r.kept.wide[i].full} {
			for j := range full {
				if size := int64(len(full[j].memory.Slice())); size > 0 {
					held += size
					inMemory = append(inMemory, &full[j])
				}
			}
		}
	}
	for _, c := range inMemory {
		if held <= most {
			break
		}
		if ctx.Err() != nil {
			return held, context.Cause(ctx)
		}
		written, err := r.kept.chunks.write(c.memory.Slice()[:c.length])
		if err != nil {
			return held, err
		}
		held -= int64(len(c.memory.Slice()))
		r.kept.chunks.release(c)
		*c = written
	}
	return held, nil
}

// free gives back what the records were kept in.
func (r *records) free() {
	for i := range r.runs {
		r.runs[i].Free()
	}
	r.runs = nil
	if r.kept == nil {
		return
	}
	for i := range r.kept.narrow {
		r.kept.narrow[i].buffer.Free()
		r.kept.chunks.releaseAll(r.kept.narrow[i].full)
		r.kept.wide[i].buffer.Free()
		r.kept.chunks.releaseAll(r.kept.wide[i].full)
	}
	r.kept.narrow, r.kept.wide, r.kept.buffers = nil, nil, nil
}

// memoryOf returns the memory of records.
func memoryOf[R record](edges []R) []byte {
	if len(edges) == 0 {
		return nil
	}
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(edges))), len(edges)*int(unsafe.Sizeof(edges[0])))
}

// recordsOf returns memory as the records that it holds, whole ones. It begins
// where large arrays do, so they are aligned.
func recordsOf[R record](data []byte) []R {
	if len(data) == 0 {
		return nil
	}
	var zero R
	return unsafe.Slice((*R)(unsafe.Pointer(unsafe.SliceData(data))), len(data)/int(unsafe.Sizeof(zero)))
}
