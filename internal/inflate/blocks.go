package inflate

import "io"

// begin reads the header of a block.
func (r *decoder[S]) begin() error {
	if r.last {
		return io.EOF
	}
	if err := r.refill(); err != nil {
		return err
	}
	r.between = false
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
func (r *decoder[S]) beginStored() error {
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
	r.stored, r.step = n, (*decoder[S]).copyStored
	return nil
}

// copyStored copies bytes of such a block.
func (r *decoder[S]) copyStored() error {
	if r.stored == 0 {
		r.endBlock()
		return nil
	}
	if r.count >= 8 { // those that were taken from the buffer
		r.out[r.at] = S(r.take(8))
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
	n := min(r.fill-r.pos, r.stored, r.room()-r.at)
	for i, c := range r.in[r.pos : r.pos+n] {
		r.out[r.at+i] = S(c)
	}
	r.at, r.pos, r.stored = r.at+n, r.pos+n, r.stored-n
	return nil
}

// beginFixed takes the codes of the standard.
func (r *decoder[S]) beginFixed() {
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
	r.step = (*decoder[S]).decode
}

// beginCoded reads the codes of a block.
func (r *decoder[S]) beginCoded() error {
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
	r.step = (*decoder[S]).decode
	return nil
}
