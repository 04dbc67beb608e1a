// Package inflate reads deflate streams (RFC 1951) whose end is the end of the input, as that
// of a member of a zip archive is: it takes 64 bits of the input at a time, and may take more
// of them than the stream has.
package inflate

import (
	"encoding/binary"
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

// begin reads the header of a block.
func (r *Reader) begin() error {
	if r.last {
		return io.EOF
	}
	if err := r.refill(); err != nil {
		return err
	}
	r.last = r.take(1) == 1
	kind := r.take(2)
	if err := r.short(); err != nil {
		return err
	}
	switch kind {
	case 0:
		return r.beginStored()
	case 1:
		r.beginFixed()
		return nil
	case 2:
		return r.beginCoded()
	}
	return ErrDamaged
}

// beginStored reads how long a block is that is stored as it is.
func (r *Reader) beginStored() error {
	r.take(r.count % 8)
	if err := r.refill(); err != nil {
		return err
	}
	n, not := r.take(16), r.take(16)
	switch err := r.short(); {
	case err != nil:
		return err
	case n != ^not&0xffff:
		return ErrDamaged
	}
	r.stored, r.step = n, (*Reader).copyStored
	return nil
}

// copyStored copies bytes of such a block.
func (r *Reader) copyStored() error {
	if r.stored == 0 {
		r.step = (*Reader).begin
		return nil
	}
	if r.count >= 8 { // those that were taken from the buffer
		r.out[r.at] = byte(r.take(8))
		if err := r.short(); err != nil {
			return err
		}
		r.at++
		r.stored--
		return nil
	}
	if r.pos >= r.fill {
		if err := r.refill(); err != nil {
			return err
		}
		if r.pos-int(r.count/8) >= r.fill {
			if r.ended != io.EOF {
				return r.ended
			}
			return io.ErrUnexpectedEOF
		}
		return nil
	}
	n := copy(r.out[r.at:window+outSize], r.in[r.pos:min(r.fill, r.pos+r.stored)])
	r.at, r.pos, r.stored = r.at+n, r.pos+n, r.stored-n
	return nil
}

// beginFixed takes the codes of the standard.
func (r *Reader) beginFixed() {
	var lengths [288]uint8
	for i := range lengths {
		switch {
		case i < 144:
			lengths[i] = 8
		case i < 256:
			lengths[i] = 9
		case i < 280:
			lengths[i] = 7
		default:
			lengths[i] = 8
		}
	}
	build(r.literals[:], firstBits, lengths[:], func(symbol int) entry { return literalMeaning[symbol] })
	for i := range distanceMeaning {
		lengths[i] = 5
	}
	build(r.distances[:], farBits, lengths[:len(distanceMeaning)], func(symbol int) entry { return distanceMeaning[symbol] })
	r.step = (*Reader).decode
}

// beginCoded reads the codes of a block.
func (r *Reader) beginCoded() error {
	const orders = 19
	order := [orders]uint8{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15}
	if err := r.refill(); err != nil {
		return err
	}
	lits, dists, codes := 257+r.take(5), 1+r.take(5), 4+r.take(4)
	if err := r.short(); err != nil {
		return err
	}
	if lits > literals || dists > distances {
		return ErrDamaged
	}
	var lengths [literals + distances]uint8
	for _, symbol := range order[:codes] {
		if err := r.refill(); err != nil {
			return err
		}
		lengths[symbol] = uint8(r.take(3))
	}
	if err := r.short(); err != nil {
		return err
	}
	const bits = 7
	var table [1 << bits]entry
	if !build(table[:], bits, lengths[:orders], func(symbol int) entry { return entry(symbol) << 16 }) {
		return ErrDamaged
	}
	clear(lengths[:orders])
	for i := 0; i < lits+dists; {
		if err := r.refill(); err != nil {
			return err
		}
		e := table[r.bits&(1<<bits-1)]
		if e&special != 0 {
			return ErrDamaged
		}
		r.take(uint(e & 15))
		length, times := uint8(e>>16), 1
		switch length {
		case 16:
			if i == 0 {
				return ErrDamaged
			}
			length, times = lengths[i-1], 3+r.take(2)
		case 17:
			length, times = 0, 3+r.take(3)
		case 18:
			length, times = 0, 11+r.take(7)
		}
		if err := r.short(); err != nil {
			return err
		}
		if times > lits+dists-i {
			return ErrDamaged
		}
		for range times {
			lengths[i] = length
			i++
		}
	}
	if !build(r.literals[:], firstBits, lengths[:lits], func(symbol int) entry { return literalMeaning[symbol] }) ||
		!build(r.distances[:], farBits, lengths[lits:lits+dists], func(symbol int) entry { return distanceMeaning[symbol] }) {
		return ErrDamaged
	}
	r.step = (*Reader).decode
	return nil
}

// decode decodes symbols of a block: many at once, and the last ones of the input one by one.
func (r *Reader) decode() error {
	if r.fill-r.pos >= word {
		finished, err := r.decodeFast()
		if finished {
			r.step = (*Reader).begin
		}
		if finished || err != nil || r.at >= window+outSize {
			return err
		}
	}
	if err := r.refill(); err != nil {
		return err
	}
	e := r.next(r.literals[:], firstBits)
	switch {
	case e&special != 0 && e&end == 0:
		if err := r.short(); err != nil {
			return err
		}
		return ErrDamaged
	case e&special != 0:
		r.take(uint(e & 0xff))
		r.step = (*Reader).begin
		return r.short()
	case e&literal != 0:
		r.take(uint(e & 0xff))
		if err := r.short(); err != nil {
			return err
		}
		r.out[r.at] = byte(e >> 16)
		r.at++
		return nil
	}
	length := r.value(e)
	e = r.next(r.distances[:], farBits)
	if e&special != 0 {
		if err := r.short(); err != nil {
			return err
		}
		return ErrDamaged
	}
	distance := r.value(e)
	if err := r.short(); err != nil {
		return err
	}
	if distance > r.at {
		return ErrDamaged
	}
	for range length {
		r.out[r.at] = r.out[r.at-distance]
		r.at++
	}
	return nil
}

// next returns the entry of the next code.
func (r *Reader) next(table []entry, first uint) entry {
	e := table[r.bits&(1<<first-1)]
	if e&second != 0 {
		r.take(first)
		e = table[uint64(e>>16)+r.bits&(1<<(e>>8&15)-1)]
	}
	return e
}

// value takes the code and the bits behind it, and returns the length or distance.
func (r *Reader) value(e entry) int {
	all := uint(e & 0xff)
	more := r.bits & (1<<all - 1) >> (e >> 8 & 15)
	r.take(all)
	return int(e>>16) + int(more)
}

// decodeFast is decode while there is a word of input and room for what a symbol may be.
func (r *Reader) decodeFast() (finished bool, failed error) {
	var (
		first   = (*[1 << firstBits]entry)(r.literals[:])
		far     = (*[1 << farBits]entry)(r.distances[:])
		in      = r.in[:r.fill]
		out     = &r.out
		bits    = r.bits
		count   = r.count
		pos, at = r.pos, r.at
	)
	for pos <= len(in)-word && at < window+outSize {
		bits |= binary.LittleEndian.Uint64(in[pos:]) << (count & 63)
		pos += int((63 - count) >> 3)
		count |= 56
		e := first[bits%(1<<firstBits)]
		if e&literal != 0 {
			out[at] = byte(e >> 16)
			at++
			bits >>= e & 63
			count -= uint(e & 63)
			if e = first[bits%(1<<firstBits)]; e&literal != 0 {
				out[at] = byte(e >> 16)
				at++
				bits >>= e & 63
				count -= uint(e & 63)
				if e = first[bits%(1<<firstBits)]; e&literal != 0 {
					out[at] = byte(e >> 16)
					at++
					bits >>= e & 63
					count -= uint(e & 63)
					continue
				}
			}
			if pos > len(in)-word {
				break
			}
			bits |= binary.LittleEndian.Uint64(in[pos:]) << (count & 63)
			pos += int((63 - count) >> 3)
			count |= 56
		}
		if e&special != 0 {
			if e&second != 0 {
				bits >>= firstBits
				count -= firstBits
				e = r.literals[uint64(e>>16)+bits&(1<<(e>>8&15)-1)]
			}
			if e&literal != 0 {
				out[at] = byte(e >> 16)
				at++
				bits >>= e & 63
				count -= uint(e & 63)
				continue
			}
			if e&special != 0 {
				if e&end == 0 {
					failed = ErrDamaged
					break
				}
				bits >>= e & 63
				count -= uint(e & 63)
				finished = true
				break
			}
		}
		length := int(e>>16) + int(bits&(1<<(e&63)-1)>>(e>>8&15))
		bits >>= e & 63
		count -= uint(e & 63)
		d := far[bits%(1<<farBits)]
		if d&special != 0 {
			if d&second == 0 {
				failed = ErrDamaged
				break
			}
			bits >>= farBits
			count -= farBits
			if d = r.distances[uint64(d>>16)+bits&(1<<(d>>8&15)-1)]; d&special != 0 {
				failed = ErrDamaged
				break
			}
		}
		distance := int(d>>16) + int(bits&(1<<(d&63)-1)>>(d>>8&15))
		bits >>= d & 63
		count -= uint(d & 63)
		if distance > at {
			failed = ErrDamaged
			break
		}
		from, stop := at-distance, at+length
		if distance >= word {
			for ; at < stop; at += word {
				binary.LittleEndian.PutUint64(out[at:], binary.LittleEndian.Uint64(out[from:]))
				from += word
			}
		} else {
			for at < stop {
				at += copy(out[at:stop], out[from:at]) // twice as many each time
			}
		}
		at = stop
	}
	r.bits, r.count, r.pos, r.at = bits&(1<<count-1), count, pos, at
	return finished, failed
}
