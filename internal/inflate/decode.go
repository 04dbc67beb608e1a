package inflate

import "encoding/binary"

// decode decodes symbols of a block: many at once, and the last ones of the input one by one.
func (r *decoder[S]) decode() error {
	if r.fill-r.pos >= word {
		finished, err := r.decodeFast()
		if finished {
			r.endBlock()
		}
		if finished || err != nil || r.at >= r.room() {
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
		r.endBlock()
		return r.short()
	case e&literal != 0:
		r.take(uint(e & 0xff))
		if err := r.short(); err != nil {
			return err
		}
		r.out[r.at] = S(e >> 16 & 0xff)
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
func (r *decoder[S]) next(table []entry, first uint) entry {
	e := table[r.bits&(1<<first-1)]
	if e&second != 0 {
		r.take(first)
		e = table[uint64(e>>16)+r.bits&(1<<(e>>8&15)-1)]
	}
	return e
}

// value takes the code and the bits behind it, and returns the length or distance.
func (r *decoder[S]) value(e entry) int {
	all := uint(e & 0xff)
	more := r.bits & (1<<all - 1) >> (e >> 8 & 15)
	r.take(all)
	return int(e>>16) + int(more)
}

// decodeFast is decode while there is a word of input and room for what a symbol may be.
func (r *decoder[S]) decodeFast() (finished bool, failed error) {
	var (
		first   = (*[1 << firstBits]entry)(r.literals[:])
		far     = (*[1 << farBits]entry)(r.distances[:])
		in      = r.in[:r.fill]
		out     = r.out
		room    = r.room()
		bits    = r.bits
		count   = r.count
		pos, at = r.pos, r.at
	)
	for pos <= len(in)-word && at < room {
		bits |= binary.LittleEndian.Uint64(in[pos:]) << (count & 63)
		pos += int((63 - count) >> 3)
		count |= 56
		e := first[bits%(1<<firstBits)]
		if e&literal != 0 {
			out[at] = S(e >> 16 & 0xff)
			at++
			bits >>= e & 63
			count -= uint(e & 63)
			if e = first[bits%(1<<firstBits)]; e&literal != 0 {
				out[at] = S(e >> 16 & 0xff)
				at++
				bits >>= e & 63
				count -= uint(e & 63)
				if e = first[bits%(1<<firstBits)]; e&literal != 0 {
					out[at] = S(e >> 16 & 0xff)
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
				out[at] = S(e >> 16 & 0xff)
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
				*(*[word]S)(out[at:]) = *(*[word]S)(out[from:])
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
