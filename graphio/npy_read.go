package graphio

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// arrayLayout says how records stand in arrays.
type arrayLayout interface {
	// arrays are those that are read, each by a cursor of its own.
	arrays() []*array
	// chunks says into how many chunks of about piece elements reading is cut.
	chunks(piece int64) int64
	// read reads a chunk and puts its records into the batch of r.
	read(r *arrayReader, piece, chunk int64) error
}

// arrayPiece is how many elements are read at a time.
const arrayPiece = 1 << 16

// arraySource reads records out of arrays: stored ones at any position, in parallel, and
// deflated ones in their order.
type arraySource struct {
	in     *input
	info   graph.Info
	layout arrayLayout
	piece  int64
}

// arraySource makes a source of a layout. The vertices are 0 to n-1, where n is known.
func (in *input) arraySource(layout arrayLayout, n graph.Size, directed bool) *arraySource {
	s := &arraySource{in: in, info: in.info(), layout: layout, piece: arrayPiece}
	s.info.Rereadable = true
	s.info.Directed = directed
	if n.Known() {
		s.info.Vertices, s.info.MaxID = n, uint64(max(n.Get(), 1))
	}
	return s
}

// inTurn says that some array is deflated.
func (s *arraySource) inTurn() bool { return slices.ContainsFunc(s.layout.arrays(), (*array).deflated) }

// records says how many there are.
func (s *arraySource) records(n int64) {
	s.info.Records = graph.Known(n)
	s.info.MaxRecords = s.info.Records
	_, plain := s.in.plain()
	s.info.Direct = plain && !s.inTurn()
}

func (s *arraySource) Info() graph.Info { return s.info }

func (s *arraySource) Close() error { return s.in.Close() }

func (s *arraySource) Read(ctx context.Context, workers int, emit func(int, graph.Batch) error) (graph.Summary, error) {
	workers = par.Workers(workers)
	ahead := workers > 1
	if s.inTurn() {
		workers = 1
	}
	arrays := s.layout.arrays()
	for _, a := range arrays {
		a.sums.pieces = a.sums.pieces[:0]
	}
	readers := make([]*arrayReader, workers)
	err := eachInOrder(ctx, workers, int(s.layout.chunks(s.piece)), func(worker, chunk int) error {
		r := readers[worker]
		if r == nil {
			r = newArrayReader(arrays, ahead, batch{emit: emitter(worker, emit), weighted: s.in.opt.Weights})
			readers[worker] = r
		}
		if err := s.layout.read(r, s.piece, int64(chunk)); err != nil {
			return err
		}
		return r.flush()
	})
	summary := graph.Summary{Vertices: s.info.Vertices}
	for _, r := range readers {
		if r != nil {
			summary.Records += r.emitted()
			err = errors.Join(err, r.close(err == nil))
		}
	}
	for _, a := range arrays {
		if err == nil {
			err = a.checkSum()
		}
	}
	return summary, err
}

// arrayReader is what a worker reads with.
type arrayReader struct {
	batch
	cursors []cursor
	buffers [][]byte
	ids     [2][]uint32
	offsets []int64
}

func newArrayReader(arrays []*array, ahead bool, b batch) *arrayReader {
	r := &arrayReader{batch: b, buffers: make([][]byte, len(arrays))}
	for _, a := range arrays {
		r.cursors = append(r.cursors, cursor{array: a, ahead: ahead})
	}
	return r
}

func (r *arrayReader) close(well bool) error {
	var err error
	for i := range r.cursors {
		if closed := r.cursors[i].close(well); err == nil {
			err = closed
		}
	}
	return err
}

// take returns the bytes of n elements of an array, from number first on, of which the
// first `again` were read before.
func (r *arrayReader) take(slot int, first, n, again int64) ([]byte, error) {
	c := &r.cursors[slot]
	size := int64(c.size)
	if int64(len(r.buffers[slot])) < n*size {
		r.buffers[slot] = make([]byte, n*size)
	}
	data := r.buffers[slot][:n*size]
	return data, c.read(data, first*size, int(again*size))
}

// indexes returns n ids that are below limit, from element first on.
func (r *arrayReader) indexes(end, slot int, data []byte, first int64, limit uint64) ([]uint32, error) {
	a := r.cursors[slot].array
	wrong := func(i int) error {
		return a.wrongAt(first+int64(i), fmt.Sprintf("a number from 0 to %d", limit-1), a.integerText(data[i*a.size:]))
	}
	if a.kind == 'i' {
		limit = min(limit, 1<<(8*a.size-1))
	}
	if a.size == 4 && !a.big {
		ids := wordsOf[uint32](data)
		for i, id := range ids {
			if uint64(id) >= limit {
				return nil, wrong(i)
			}
		}
		return ids, nil
	}
	ids := r.ids[end][:0]
	if a.size == 8 && !a.big {
		for i, id := range wordsOf[uint64](data) {
			if id >= limit {
				return nil, wrong(i)
			}
			ids = append(ids, uint32(id))
		}
	} else {
		for i := range len(data) / a.size {
			id, ok := a.integer(data[i*a.size:])
			if !ok || id >= limit {
				return nil, wrong(i)
			}
			ids = append(ids, uint32(id))
		}
	}
	r.ids[end] = ids
	return ids, nil
}

// put adds an edge, whose weight is an element of an array, or 0 where nobody asked.
func (r *arrayReader) put(u, v uint64, weight float64) error {
	if r.full() {
		if err := r.flush(); err != nil {
			return err
		}
	}
	r.pushWeighted(u, v, weight)
	return nil
}

// matrixSize returns the number of rows of a square matrix of this shape.
func matrixSize(a *array, shape []int64) (graph.Size, error) {
	if len(shape) != 2 || shape[0] != shape[1] || shape[0] < 0 {
		return graph.Size{}, a.wrong("the shape of a square matrix", fmt.Sprint(shape))
	}
	if shape[0] > math.MaxUint32 {
		return graph.Size{}, a.wrong("fewer than 2^32 rows", fmt.Sprint(shape[0]))
	}
	return graph.Known(shape[0]), nil
}
