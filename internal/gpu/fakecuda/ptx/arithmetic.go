package ptx

import (
	"fmt"
	"math/bits"
	"strconv"
)

const lanes = 32

// width is the bits of a type, such as u32.
func width(typ string) int {
	if len(typ) == 0 {
		return 0
	}
	n, _ := strconv.Atoi(typ[1:])
	return n
}

// signed is v of so many bits as a signed number.
func signed(v uint64, n int) int64 { return int64(v<<(64-n)) >> (64 - n) }

// signBit is the bit of a type's sign, 0 for none.
func signBit(typ string) uint64 {
	if typ[0] == 's' {
		return 1 << (width(typ) - 1)
	}
	return 0
}

// decode makes an instruction of a statement: one that waits, or one that does not.
func (d *decoder) decode(s statement) (*wait, func(*warp, uint32), error) {
	switch s.opcode[0] {
	case "ld", "st", "atom":
		do, err := d.access(s)
		return nil, do, err
	case "shfl", "vote", "bar", "mma", "ldmatrix":
		w, err := d.together(s)
		return w, nil, err
	case "cp":
		do, err := d.async(s)
		return nil, do, err
	case "prefetch": // a hint: nothing is read
		_, _, err := d.place(s.words[0])
		return nil, func(*warp, uint32) {}, err
	case "activemask":
		to, err := d.register(s.words[0])
		return nil, func(w *warp, mask uint32) { w.each(mask, func(l int) { w.r[to][l] = uint64(mask) }) }, err
	}
	typ := s.opcode[len(s.opcode)-1]
	if typ == "pred" || s.opcode[0] == "setp" || s.opcode[0] == "selp" {
		do, err := d.logic(s, typ)
		return nil, do, err
	}
	if s.opcode[0] == "mov" && len(s.words) == 3 && s.braced {
		return d.unpack(s)
	}
	to, err := d.register(s.words[0])
	if err != nil {
		return nil, nil, err
	}
	f, words := operation(s.opcode, typ), s.words[1:]
	if s.opcode[0] == "lop3" && len(words) == 4 {
		table, err := strconv.ParseUint(words[3], 0, 8)
		if err != nil {
			return nil, nil, err
		}
		f, words = lookup(table), words[:3]
	}
	from := [3]int{}
	if f == nil || len(words) > len(from) {
		return nil, nil, fmt.Errorf("unknown")
	}
	for i, word := range words {
		if from[i], err = d.narrow(word, width(typ)); err != nil {
			return nil, nil, err
		}
	}
	v := vector(s.opcode, typ)
	return nil, func(w *warp, mask uint32) {
		out, a, b, c := &w.r[to], &w.r[from[0]], &w.r[from[1]], &w.r[from[2]]
		if v != nil && bits.OnesCount32(mask) >= fewLanes {
			w.all(mask, v, out, a, b)
			return
		}
		for ; mask != 0; mask &= mask - 1 {
			l := bits.TrailingZeros32(mask) % lanes
			out[l] = f(a[l], b[l], c[l])
		}
	}, nil
}

// operation is what an instruction computes of up to three numbers, each of
// which has no more bits than its type; nil where it is not known.
func operation(opcode []string, typ string) func(x, y, z uint64) uint64 {
	n := width(typ)
	if n == 0 {
		return nil
	}
	m := uint64(1)<<n - 1 // all ones for 64 bits, too
	name := opcode[0]
	if (name == "mul" || name == "mad") && len(opcode) > 2 {
		name += "." + opcode[1]
	}
	switch name {
	case "mov":
		return func(x, _, _ uint64) uint64 { return x }
	case "cvta":
		switch {
		case opcode[1] == "shared":
			return func(x, _, _ uint64) uint64 { return x + sharedWindow }
		case opcode[1] == "to" && opcode[2] == "shared":
			return func(x, _, _ uint64) uint64 { return x - sharedWindow }
		}
		return func(x, _, _ uint64) uint64 { return x }
	case "cvt":
		to := width(opcode[1])
		if typ[0] == 's' {
			return func(x, _, _ uint64) uint64 { return uint64(signed(x, n)) & (1<<to - 1) }
		}
		return func(x, _, _ uint64) uint64 { return x & m & (1<<to - 1) }
	case "add":
		return func(x, y, _ uint64) uint64 { return (x + y) & m }
	case "sub":
		return func(x, y, _ uint64) uint64 { return (x - y) & m }
	case "mul.lo":
		return func(x, y, _ uint64) uint64 { return x * y & m }
	case "mul.wide":
		if typ[0] == 's' {
			return func(x, y, _ uint64) uint64 { return uint64(signed(x, n)*signed(y, n)) & (1<<(2*n) - 1) }
		}
		return func(x, y, _ uint64) uint64 { return x * y }
	case "mul.hi":
		if typ == "u64" {
			return func(x, y, _ uint64) uint64 { high, _ := bits.Mul64(x, y); return high }
		}
		if typ == "u32" {
			return func(x, y, _ uint64) uint64 { return x * y >> 32 }
		}
	case "mad.lo":
		return func(x, y, z uint64) uint64 { return (x*y + z) & m }
	case "and":
		return func(x, y, _ uint64) uint64 { return x & y }
	case "or":
		return func(x, y, _ uint64) uint64 { return x | y }
	case "xor":
		return func(x, y, _ uint64) uint64 { return x ^ y }
	case "not":
		return func(x, _, _ uint64) uint64 { return ^x & m }
	case "neg":
		return func(x, _, _ uint64) uint64 { return -x & m }
	case "shl":
		return func(x, y, _ uint64) uint64 { return x << y & m }
	case "shr":
		if typ[0] == 's' {
			return func(x, y, _ uint64) uint64 { return uint64(signed(x, n)>>y) & m }
		}
		return func(x, y, _ uint64) uint64 { return x >> y }
	case "shf": // of the two words y and x as one
		shift := func(z uint64) uint64 { return z & 31 }
		if opcode[2] == "clamp" {
			shift = func(z uint64) uint64 { return min(z, 32) }
		}
		if opcode[1] == "l" {
			return func(x, y, z uint64) uint64 { return (y<<32 | x) << shift(z) >> 32 }
		}
		return func(x, y, z uint64) uint64 { return (y<<32 | x) >> shift(z) & m }
	case "min", "max":
		flip := signBit(typ)
		if name == "min" {
			return func(x, y, _ uint64) uint64 { return min(x^flip, y^flip) ^ flip }
		}
		return func(x, y, _ uint64) uint64 { return max(x^flip, y^flip) ^ flip }
	case "div", "rem":
		if typ[0] == 'u' {
			return func(x, y, _ uint64) uint64 {
				if y == 0 {
					panic(trouble("division by zero"))
				}
				if name == "div" {
					return x / y
				}
				return x % y
			}
		}
	case "bfe":
		if typ[0] == 'u' {
			return func(x, y, z uint64) uint64 { return x >> (y & 255) & (1<<(z&255) - 1) }
		}
	case "popc":
		return func(x, _, _ uint64) uint64 { return uint64(bits.OnesCount64(x)) }
	case "clz":
		return func(x, _, _ uint64) uint64 { return uint64(bits.LeadingZeros64(x) - 64 + n) }
	case "brev":
		return func(x, _, _ uint64) uint64 { return bits.Reverse64(x) >> (64 - n) }
	}
	return nil
}

// lookup is lop3: bit 4a+2b+c of the table is what bits a, b and c give.
func lookup(table uint64) func(x, y, z uint64) uint64 {
	return func(x, y, z uint64) (all uint64) {
		for i := range uint64(8) {
			if table>>i&1 != 0 {
				all |= (x ^ (i>>2&1 - 1)) & (y ^ (i>>1&1 - 1)) & (z ^ (i&1 - 1))
			}
		}
		return all & (1<<32 - 1)
	}
}

// unpack is mov.b64 {low, high}, from.
func (d *decoder) unpack(s statement) (*wait, func(*warp, uint32), error) {
	low, err := d.register(s.words[0])
	if err != nil {
		return nil, nil, err
	}
	high, err := d.register(s.words[1])
	if err != nil {
		return nil, nil, err
	}
	from, err := d.source(s.words[2])
	return nil, func(w *warp, mask uint32) {
		w.each(mask, func(l int) {
			v := w.r[from][l]
			w.r[low][l], w.r[high][l] = v&(1<<32-1), v>>32
		})
	}, err
}
