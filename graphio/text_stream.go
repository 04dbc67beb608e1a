package graphio

import (
	"bytes"
	"context"
	"errors"
	"io"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/bytesize"
)

// streamBlocks cuts a stream into blocks in one goroutine, which also
// decompresses it, and counts lines on the way.
type streamBlocks struct {
	in   *input
	size int
	full chan block
	free chan []byte
	done chan struct{}
	err  error // what cut the stream short; to be read when full is closed
}

// newStreamBlocks starts reading the stream, which it closes in the end.
func newStreamBlocks(in *input, stream io.ReadCloser, start place, size, workers int) *streamBlocks {
	s := &streamBlocks{
		in:   in,
		size: size,
		full: make(chan block, workers),
		free: make(chan []byte, 2*workers+1), // one at each worker, the others full or being filled
		done: make(chan struct{}),
	}
	for range cap(s.free) {
		s.free <- nil
	}
	go func() {
		defer close(s.full)
		err := s.cut(stream, start, size)
		var input *graph.InputError
		if err != nil && !errors.As(err, &input) {
			err = in.readError(err)
		}
		s.err = err
		// Nothing was written, and what matters about reading is known.
		_ = stream.Close()
	}()
	return s
}

// cut reads the stream and sends its blocks until the stream ends or nobody
// wants more.
func (s *streamBlocks) cut(stream io.Reader, start place, size int) error {
	if _, err := io.CopyN(io.Discard, stream, start.offset); err != nil {
		return err
	}
	b := block{offset: start.offset, line: start.line}
	var rest []byte // the beginning of a line whose end was not read yet
	for {
		var text []byte
		select {
		case text = <-s.free:
		case <-s.done:
			return nil
		}
		var err error
		end := 0
		for want := size; end == 0 && err == nil; want *= 2 {
			have := len(rest)
			if err := s.in.budget.fits(lineCopies*(have+want-2*size), "a line of more than "+bytesize.Text(int64(have))); err != nil {
				return err
			}
			text = resize(append(text[:0], rest...), have+want)
			var n int
			n, err = fill(stream, text[have:])
			text = text[:have+n]
			end = bytes.LastIndexByte(text, '\n') + 1
			if err == io.EOF || end == 0 && len(text) > maxLine {
				end = len(text)
			}
			rest = append(rest[:0], text[end:]...)
		}
		if end > 0 {
			b.set(text[:end], 0)
			lines := int64(bytes.Count(b.text[:b.end], newline))
			select {
			case s.full <- b:
			case <-s.done:
				return nil
			}
			if b.rest != nil {
				return nil
			}
			b.index++
			b.offset += int64(end)
			b.line += lines
		}
		switch err {
		case nil:
		case io.EOF:
			return nil
		default:
			return err
		}
	}
}

func (s *streamBlocks) next(ctx context.Context, b *block) error {
	if b.memory != nil {
		if cap(b.memory) > 4*s.size {
			b.memory = nil // of a long line, which is rare
		}
		s.free <- b.memory
		b.memory = nil
	}
	select {
	case full, ok := <-s.full:
		if !ok {
			return io.EOF
		}
		*b = full
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// stop does not wait for a read that hangs, as on a terminal.
func (s *streamBlocks) stop() error {
	close(s.done)
	select {
	case _, ok := <-s.full:
		if !ok {
			return s.err
		}
	default:
	}
	return nil
}
