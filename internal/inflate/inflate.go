// Package inflate reads deflate streams (RFC 1951) whose end is the end of the input, as that
// of a member of a zip archive is: it takes 64 bits of the input at a time, and may take more
// of them than the stream has.
package inflate

import (
	"errors"
	"io"
)

// ErrDamaged is the error for what is no deflate stream.
var ErrDamaged = errors.New("a damaged deflate stream")

const (
	window  = 32 << 10
	inSize  = 64 << 10
	outSize = 4 * window
	margin  = 258 + 8 // what a copy, and a word behind it, may write
	word    = 8
)

// Reader inflates. It holds less than 256 KiB.
type Reader struct {
	from  io.Reader
	ended error // of from
	in    [inSize]byte
	pos   int // of the next byte; behind the end where there are no more
	fill  int // bytes in the buffer
	bits  uint64
	count uint // bits that are left, of at most 63 that are there

	out   [window + outSize + margin]byte
	at    int // behind the last byte
	given int // to who reads

	step   func(*Reader) error // what comes next
	last   bool                // the block is the last one
	stored int                 // bytes that are left of a stored block
	err    error

	literals  [literalSize]entry
	distances [distanceSize]entry
}

// NewReader returns a reader of the stream.
func NewReader(from io.Reader) *Reader { return &Reader{from: from, step: (*Reader).begin} }

// Read implements [io.Reader].
func (r *Reader) Read(data []byte) (int, error) {
	if len(data) == 0 {
		return 0, nil
	}
	for r.given == r.at {
		if r.err != nil {
			return 0, r.err
		}
		if r.at >= window+outSize {
			copy(r.out[:window], r.out[r.at-window:r.at])
			r.at, r.given = window, window
		}
		for r.err == nil && r.at < window+outSize {
			r.err = r.step(r)
		}
	}
	n := copy(data, r.out[r.given:r.at])
	r.given += n
	return n, nil
}

// Close implements [io.Closer].
func (r *Reader) Close() error { return nil }

// refill makes at least 56 bits be there. Behind the end of the input they are zeros.
func (r *Reader) refill() error {
	if r.fill-r.pos < word && r.ended == nil {
		n := copy(r.in[:], r.in[r.pos:r.fill])
		r.pos, r.fill = 0, n
		for r.fill < word && r.ended == nil {
			n, r.ended = r.from.Read(r.in[r.fill:])
			r.fill += n
		}
	}
	for r.count < 56 {
		if r.pos < r.fill {
			r.bits |= uint64(r.in[r.pos]) << r.count
		}
		r.pos++
		r.count += 8
	}
	return r.short()
}

// short is the error where bits behind the end were taken.
func (r *Reader) short() error {
	switch {
	case r.pos-int(r.count/8) <= r.fill:
		return nil
	case r.ended == io.EOF:
		return io.ErrUnexpectedEOF
	}
	return r.ended
}

// take returns the next n bits, which are there.
func (r *Reader) take(n uint) int {
	value := r.bits & (1<<n - 1)
	r.bits >>= n
	r.count -= n
	return int(value)
}
