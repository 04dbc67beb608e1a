// Package inflate reads deflate streams (RFC 1951), as members of zip archives are, and gzip
// files (RFC 1952), which are made of such. It takes 64 bits of the input at a time, and may
// read more of it than the stream has.
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
func NewReader(from io.Reader) *Reader {
	r := &Reader{from: from}
	r.begins()
	return r
}

// begins makes a stream begin where the input is.
func (r *Reader) begins() {
	r.at, r.given, r.bits, r.count = 0, 0, 0, 0
	r.step, r.last, r.err = (*Reader).begin, false, nil
}

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
	r.load()
	for r.count < 56 {
		if r.pos < r.fill {
			r.bits |= uint64(r.in[r.pos]) << r.count
		}
		r.pos++
		r.count += 8
	}
	return r.short()
}

// load makes a word be in the buffer, or what is left of the input, and keeps the word in front
// of it, which may have been taken too early.
func (r *Reader) load() {
	if r.fill-r.pos >= word || r.ended != nil {
		return
	}
	kept := min(r.pos, word)
	r.fill = copy(r.in[:], r.in[r.pos-kept:r.fill])
	for r.pos = kept; r.fill-r.pos < word && r.ended == nil; {
		var n int
		n, r.ended = r.from.Read(r.in[r.fill:])
		r.fill += n
	}
}

// align leaves the bits that are left of a byte, and gives those of further bytes back.
func (r *Reader) align() {
	r.pos -= int(r.count / 8)
	r.bits, r.count = 0, 0
}

// readByte returns the next byte of the input, of which no bits were taken.
func (r *Reader) readByte() (byte, error) {
	if r.load(); r.pos >= r.fill {
		if r.ended != io.EOF {
			return 0, r.ended
		}
		return 0, io.ErrUnexpectedEOF
	}
	r.pos++
	return r.in[r.pos-1], nil
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
