package graphio

import (
	"bytes"
	"context"
	"errors"
	"io"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/tricycle-graph/tricycle/internal/bytesize"
)

const (
	// defaultBlockSize is small enough for a block and its edges to stay in a
	// core's cache, and large enough for the work of handing it out to vanish.
	defaultBlockSize = 512 << 10

	// maxLine is the longest line that is read.
	maxLine = 64 << 20

	// lineCopies is how often a long line may be in memory: read, kept for what
	// follows, copied when it grows, and parsed.
	lineCopies = 6
)

// block is a run of whole lines of an input.
type block struct {
	index  int    // in the order of the input, from 0
	text   []byte // the lines, each with its line feed, then padding
	end    int    // length of the lines; 0 where no line begins in the block
	offset int64  // of text in the decompressed input
	line   int64  // number of the first line, 0 where nobody counted
	memory []byte // what text is part of, for the next block

	// rest is why the input cannot be read beyond these lines, if so.
	rest error
}

// set makes the lines of memory[begin:] the text of the block. The last line
// of an input may lack its line feed.
func (b *block) set(memory []byte, begin int) {
	if len(memory) > begin && memory[len(memory)-1] != '\n' {
		memory = append(memory, '\n')
	}
	b.end = len(memory) - begin
	b.memory = slices.Grow(memory, padding)
	b.text = b.memory[begin : len(memory)+padding]
	b.rest = nil
	if b.end > maxLine {
		b.refuseLongLine()
	}
}

// refuseLongLine ends the block before a line that is too long, if there is
// one.
func (b *block) refuseLongLine() {
	for pos := 0; pos < b.end; {
		length := lineLength(b.text, pos)
		if length > maxLine {
			b.end = pos
			b.rest = &lineError{pos: pos, expected: "a line of at most " + bytesize.Text(maxLine), found: "a longer one"}
			return
		}
		pos += length + 1
	}
}

// lineError is malformed text in the line that contains position pos of a
// block.
type lineError struct {
	pos             int
	expected, found string
	looks           *UnclearError // what the input could be instead, if anything
}

func (e *lineError) Error() string { return "expected " + e.expected + ", found " + e.found }

// blockSource hands out the blocks of an input, in order of their index, to
// several goroutines.
type blockSource interface {
	// next reads the next block into b, reusing its memory. It returns io.EOF
	// after the last one.
	next(ctx context.Context, b *block) error
	// stop ends the reading and returns the error that cut the input short,
	// if any.
	stop() error
}

// eachBlock calls work for all blocks of the input from start on, from at most
// workers goroutines that are told apart by worker. A *lineError of work
// becomes an *InputError: always that of the first malformed line of the input,
// whichever goroutine met its own first. Other errors end the reading at once.
// A block that was taken is worked on, unless one before it is malformed, so
// that work may wait for the blocks before.
func (in *input) eachBlock(ctx context.Context, workers, blockSize int, start place,
	work func(worker int, b *block) error) error {
	var src blockSource
	if _, ok := in.plain(); ok {
		workers = in.busy(workers, blockSize)
		src = &fileBlocks{in: in, start: start.offset, size: blockSize}
	} else {
		stream, err := in.stream(workers)
		if err != nil {
			return err
		}
		workers = in.busy(workers, blockSize)
		if in.all {
			blockSize = min(blockSize, len(in.head)+1)
		}
		src = newStreamBlocks(in, stream, start, blockSize, workers)
	}

	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var (
		first firstError
		group sync.WaitGroup
	)
	for worker := range workers {
		group.Go(func() {
			var b block
			for ctx.Err() == nil {
				err := src.next(ctx, &b)
				if err == io.EOF || err == nil && first.before(b.index) {
					return
				}
				if err == nil {
					err = work(worker, &b)
				}
				if err == nil && b.rest != nil {
					err = b.rest
				}
				var malformed *lineError
				switch {
				case err == nil:
				case errors.As(err, &malformed):
					first.record(&b, malformed)
				default:
					cancel(err)
				}
			}
		})
	}
	group.Wait()
	cut := src.stop()
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if err := first.result(in); err != nil {
		return err // it comes before the cut
	}
	return cut
}

// busy returns how many of so many workers can have a block: a small input is not
// worth what each worker holds.
func (in *input) busy(workers, blockSize int) int {
	size := int64(len(in.head))
	switch _, ok := in.plain(); {
	case ok:
		size = in.bytes
	case !in.all:
		return max(workers, 1)
	}
	return int(max(min(int64(workers), (size+int64(blockSize)-1)/int64(blockSize)), 1))
}

// firstError keeps the malformed line that comes first in the input. Blocks
// before it are still read, as one of them may hold an earlier one.
type firstError struct {
	mu     sync.Mutex
	err    *lineError
	index  int
	offset int64
	line   int64
}

// before says that a block before this one is known to be malformed.
func (f *firstError) before(index int) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.err != nil && f.index < index
}

func (f *firstError) record(b *block, err *lineError) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.err != nil && f.index < b.index {
		return
	}
	f.err, f.index, f.offset = err, b.index, b.offset+int64(err.pos)
	if b.line > 0 {
		f.line = b.line + int64(bytes.Count(b.text[:err.pos], newline))
	}
}

func (f *firstError) result(in *input) error {
	if f.err == nil {
		return nil
	}
	if f.line == 0 {
		var err error
		if f.line, err = in.lineAt(f.offset); err != nil {
			return err
		}
	}
	return in.malformed(f.line, f.err)
}

var newline = []byte{'\n'}

// fileBlocks cuts a plain file at multiples of size: a block holds the lines
// that begin between two of them. Whoever takes a block reads it.
type fileBlocks struct {
	in    *input
	start int64
	size  int
	taken atomic.Int64
}

func (f *fileBlocks) stop() error { return nil }

func (f *fileBlocks) next(_ context.Context, b *block) error {
	b.index = int(f.taken.Add(1) - 1)
	low := f.start + int64(b.index)*int64(f.size)
	if low >= f.in.bytes {
		return io.EOF
	}
	high := min(low+int64(f.size), f.in.bytes)
	b.offset, b.line = max(low-1, f.start), 0 // the byte before tells whether a line begins at low
	text := resize(b.memory[:0], int(high-b.offset))
	if err := f.in.readAt(text, b.offset); err != nil {
		b.end, b.rest = 0, err
		return nil
	}
	begin := 0
	if b.offset < low {
		begin = bytes.IndexByte(text, '\n') + 1
		if begin == 0 || begin == len(text) { // none begins
			b.set(text, len(text))
			return nil
		}
	}
	// The last line may end beyond the block.
	for more := 256; text[len(text)-1] != '\n' && high < f.in.bytes; more *= 4 {
		seen := len(text)
		if err := f.in.budget.fits(lineCopies*(seen+more-2*f.size), "a line of more than "+bytesize.Text(int64(seen))); err != nil {
			b.end, b.rest = 0, err
			return nil
		}
		text = resize(text, seen+int(min(int64(more), f.in.bytes-high)))
		if err := f.in.readAt(text[seen:], high); err != nil {
			b.end, b.rest = 0, err
			return nil
		}
		high += int64(len(text) - seen)
		if at := bytes.IndexByte(text[seen:], '\n'); at >= 0 {
			text = text[:seen+at+1]
		} else if len(text)-f.size > maxLine {
			break // the last line is too long
		}
	}
	b.offset += int64(begin)
	b.set(text, begin)
	return nil
}

// resize returns text with length n, its bytes kept.
func resize(text []byte, n int) []byte {
	return slices.Grow(text, max(n+1+padding-len(text), 0))[:n] // room for block.set
}

// readAt fills text from a plain file, which should not have become shorter.
func (in *input) readAt(text []byte, offset int64) error {
	n, err := in.file.ReadAt(text, in.start+offset)
	switch {
	case n == len(text):
		return nil
	case err == io.EOF:
		return in.shrunk(offset + int64(n))
	}
	return in.readError(err)
}

// lineAt returns the number of the line at an offset of a plain file.
func (in *input) lineAt(offset int64) (int64, error) {
	line := int64(1)
	text := make([]byte, defaultBlockSize)
	for at := int64(0); at < offset; at += int64(len(text)) {
		text = text[:min(int64(len(text)), offset-at)]
		if err := in.readAt(text, at); err != nil {
			return 0, err
		}
		line += int64(bytes.Count(text, newline))
	}
	return line, nil
}
