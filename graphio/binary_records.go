package graphio

import (
	"context"
	"fmt"
	"io"
	"sync/atomic"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/hugemem"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// recordLayout says what the records of a headerless binary file look like.
type recordLayout struct {
	name string // what they are, for messages
	size int    // of one, in bytes
	most uint64 // the largest id
	// decode sets b to the records in data, which are whole. They may be the
	// memory of data. It stops at the first record that is no edge.
	decode func(data []byte, b *graph.Batch) *badRecord
}

// badRecord says what is wrong with a record.
type badRecord struct {
	index           int // in the data that was to be decoded
	expected, found string
}

// recordBytes is about how much is read at a time: what the second-level cache
// still holds when the records are taken.
const recordBytes = 1 << 20

// blockBytes returns how much several workers read at a time: less of a small file, so that
// each takes some blocks and all end at about the same time.
func blockBytes(bytes int64, workers int) int64 {
	const least, each = 1 << 16, 16
	if workers == 1 {
		return recordBytes
	}
	return min(max(bytes/int64(each*workers), least), recordBytes)
}

// recordSource reads a file of records: a plain one at any position, in
// parallel, and anything else in one go.
type recordSource struct {
	in     *input
	info   graph.Info
	layout recordLayout

	readings atomic.Uint64 // of a plain file, to its end
}

func openRecords(in *input, layout recordLayout) (graph.Source, error) {
	s := &recordSource{in: in, info: in.info(), layout: layout}
	s.info.MaxID = layout.most
	if _, ok := in.plain(); ok {
		size := int64(layout.size)
		if rest := in.bytes % size; rest != 0 {
			return nil, s.cut(in.bytes-rest, rest)
		}
		s.info.Records = graph.Known(in.bytes / size)
		s.info.MaxRecords = s.info.Records
		s.info.Direct = true
	}
	return s, nil
}

// cut is the InputError for a record that is cut off.
func (s *recordSource) cut(offset, rest int64) error {
	return &graph.InputError{
		File:     s.in.name,
		Offset:   offset,
		Expected: fmt.Sprintf("%s, %d bytes each", s.layout.name, s.layout.size),
		Found:    fmt.Sprintf("the end after %d bytes more", rest),
	}
}

// decode decodes the records that stand at offset in the input.
func (s *recordSource) decode(data []byte, offset int64, b *graph.Batch) error {
	bad := s.layout.decode(data, b)
	if bad == nil {
		return nil
	}
	return &graph.InputError{
		File:     s.in.name,
		Offset:   offset + int64(bad.index)*int64(s.layout.size),
		Expected: bad.expected,
		Found:    bad.found,
	}
}

func (s *recordSource) Info() graph.Info { return s.info }

func (s *recordSource) Close() error { return s.in.Close() }

func (s *recordSource) Read(ctx context.Context, workers int, emit func(int, graph.Batch) error) (graph.Summary, error) {
	workers = par.Workers(workers)
	if _, ok := s.in.plain(); ok {
		return s.readFile(ctx, workers, emit)
	}
	return s.readStream(ctx, workers, emit)
}

// eachBlock lets workers read the blocks of a plain file. Every second reading goes
// from the end of the file to its beginning: of a file that the page cache cannot
// hold, it finds there what the reading before it came to last, where one in the
// same direction would find nothing. One that fails does not count, so that none goes
// backwards before all records were found well-formed: an error names the first that is
// not, however the file was read before.
func (s *recordSource) eachBlock(ctx context.Context, workers, blocks int, body func(worker, block int) error) error {
	backwards := s.readings.Load()%2 == 1
	err := eachInOrder(ctx, workers, blocks, func(worker, block int) error {
		if backwards {
			block = blocks - 1 - block
		}
		return body(worker, block)
	})
	if err == nil {
		s.readings.Add(1)
	}
	return err
}

func (s *recordSource) readFile(ctx context.Context, workers int, emit func(int, graph.Batch) error) (graph.Summary, error) {
	type buffers struct {
		data  hugemem.Array[byte] // not of the heap, where so many large ones would begin collections
		batch graph.Batch
	}
	own := make([]buffers, workers)
	defer func() {
		for i := range own {
			own[i].data.Free()
		}
	}()
	size := int64(s.layout.size)
	step := blockBytes(s.in.bytes, workers) / size * size
	blocks := int((s.in.bytes + step - 1) / step)
	err := s.eachBlock(ctx, workers, blocks, func(worker, block int) error {
		b := &own[worker]
		if b.data.Slice() == nil {
			var err error
			if b.data, err = hugemem.New[byte](int(min(step, s.in.bytes))); err != nil {
				return err
			}
		}
		offset := int64(block) * step
		data := b.data.Slice()[:min(step, s.in.bytes-offset)]
		if err := s.in.readAt(data, offset); err != nil {
			return err
		}
		if err := s.decode(data, offset, &b.batch); err != nil {
			return err
		}
		return emit(worker, b.batch)
	})
	if err != nil {
		return graph.Summary{}, err
	}
	return graph.Summary{Records: uint64(s.info.Records.Get())}, nil
}

func (s *recordSource) readStream(ctx context.Context, workers int, emit func(int, graph.Batch) error) (graph.Summary, error) {
	stream, err := s.in.stream(workers)
	if err != nil {
		return graph.Summary{}, err
	}
	defer stream.Close()
	size := int64(s.layout.size)
	buffer := make([]byte, recordBytes/size*size)
	var batch graph.Batch
	for offset := int64(0); ; {
		if ctx.Err() != nil {
			return graph.Summary{}, context.Cause(ctx)
		}
		n, err := fill(stream, buffer)
		rest := int64(n) % size
		whole := int64(n) - rest
		if whole > 0 {
			if err := s.decode(buffer[:whole], offset, &batch); err != nil {
				return graph.Summary{}, err
			}
			if err := emit(0, batch); err != nil {
				return graph.Summary{}, err
			}
			offset += whole
		}
		switch {
		case err != nil && err != io.EOF:
			return graph.Summary{}, s.in.readError(err)
		case rest != 0:
			return graph.Summary{}, s.cut(offset, rest)
		case err == io.EOF:
			return graph.Summary{Records: uint64(offset / size)}, nil
		}
	}
}
