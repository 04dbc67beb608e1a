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

// symbol is what is inflated: bytes; or marks, too, which stand for bytes in front that are not
// known yet.
type symbol interface{ byte | uint16 }

// decoder reads the blocks of a stream. What they hold is in out, in which whoever uses it makes
// room.
type decoder[S symbol] struct {
	from  io.Reader
	ended error // of from
	in    [inSize]byte
	base  int // bytes that were in the buffer before
	pos   int // of the next byte; behind the end where there are no more
	fill  int // bytes in the buffer
	bits  uint64
	count uint // bits that are left, of at most 63 that are there

	out []S // with a margin
	at  int // behind the last symbol

	step    func(*decoder[S]) error // what comes next
	between bool                    // that is a block
	last    bool                    // the block is the last one
	stored  int                     // bytes that are left of a stored block

	literals  [literalSize]entry
	distances [distanceSize]entry
}

// room returns as far as which symbols may begin.
func (r *decoder[S]) room() int { return len(r.out) - margin }

// begins makes a stream begin where the input is.
func (r *decoder[S]) begins() {
	r.at, r.bits, r.count, r.last = 0, 0, 0, false
	r.endBlock()
}

// endBlock makes another block come next, or the end.
func (r *decoder[S]) endBlock() { r.step, r.between = (*decoder[S]).begin, true }

// resume makes blocks begin at a bit of the input, with so many symbols in front.
func (r *decoder[S]) resume(from io.Reader, bit uint, at int, last bool) {
	r.from, r.ended, r.base, r.pos, r.fill = from, nil, 0, 0, 0
	r.begins()
	r.at, r.last = at, last
	_ = r.refill() // an error comes again
	r.take(bit)
}

// bit returns how many bits of the input were taken.
func (r *decoder[S]) bit() int { return 8*(r.base+r.pos) - int(r.count) }

// Reader inflates. It holds less than 256 KiB.
type Reader struct {
	decoder[byte]
	given int // bytes, to who reads
	err   error
	pause int // at the first block behind so many bytes of the input; 0 for never
}

// errPaused is the error of Read where the reader should pause. What follows can be resumed.
var errPaused = errors.New("inflate: paused")

// NewReader returns a reader of the stream.
func NewReader(from io.Reader) *Reader {
	r := &Reader{decoder: decoder[byte]{from: from}}
	r.begins()
	return r
}

func (r *Reader) begins() {
	if r.out == nil {
		r.out = make([]byte, window+outSize+margin)
	}
	r.decoder.begins()
	r.given, r.err = 0, nil
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
		if r.at >= r.room() {
			copy(r.out[:window], r.out[r.at-window:r.at])
			r.at, r.given = window, window
		}
		for r.err == nil && r.at < r.room() {
			if r.pause > 0 && r.between && !r.last && r.at >= window && r.base+r.pos >= r.pause {
				r.err = errPaused
				break
			}
			r.err = r.step(&r.decoder)
		}
	}
	n := copy(data, r.out[r.given:r.at])
	r.given += n
	return n, nil
}

// Close implements [io.Closer].
func (r *Reader) Close() error { return nil }

// refill makes at least 56 bits be there. Behind the end of the input they are zeros.
func (r *decoder[S]) refill() error {
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
func (r *decoder[S]) load() {
	if r.fill-r.pos >= word || r.ended != nil {
		return
	}
	kept := min(r.pos, word)
	r.base += r.pos - kept
	r.fill = copy(r.in[:], r.in[r.pos-kept:r.fill])
	for r.pos = kept; r.fill-r.pos < word && r.ended == nil; {
		var n int
		n, r.ended = r.from.Read(r.in[r.fill:])
		r.fill += n
	}
}

// align leaves the bits that are left of a byte, and gives those of further bytes back.
func (r *decoder[S]) align() {
	r.pos -= int(r.count / 8)
	r.bits, r.count = 0, 0
}

// readByte returns the next byte of the input, of which no bits were taken.
func (r *decoder[S]) readByte() (byte, error) {
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
func (r *decoder[S]) short() error {
	switch {
	case r.pos-int(r.count/8) <= r.fill:
		return nil
	case r.ended == io.EOF:
		return io.ErrUnexpectedEOF
	}
	return r.ended
}

// take returns the next n bits, which are there.
func (r *decoder[S]) take(n uint) int {
	value := r.bits & (1<<n - 1)
	r.bits >>= n
	r.count -= n
	return int(value)
}
