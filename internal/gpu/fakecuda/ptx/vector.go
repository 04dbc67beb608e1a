package ptx

import "math/bits"

// vector is what operation computes, for all lanes at once, of the instructions
// that kernels consist of most; nil for the others.
func vector(opcode []string, typ string) func(out, x, y *[lanes]uint64) {
	m := uint64(1)<<width(typ) - 1
	name := opcode[0]
	if name == "mul" {
		name += "." + opcode[1]
	}
	if typ[0] == 's' && (name == "cvt" || name == "mul.wide" || name == "shr") {
		return nil
	}
	switch name {
	case "mov":
		return func(out, x, _ *[lanes]uint64) { *out = *x }
	case "cvt":
		m &= 1<<width(opcode[1]) - 1
		return func(out, x, _ *[lanes]uint64) {
			for l := range out {
				out[l] = x[l] & m
			}
		}
	case "add":
		return func(out, x, y *[lanes]uint64) {
			for l := range out {
				out[l] = (x[l] + y[l]) & m
			}
		}
	case "sub":
		return func(out, x, y *[lanes]uint64) {
			for l := range out {
				out[l] = (x[l] - y[l]) & m
			}
		}
	case "mul.lo":
		return func(out, x, y *[lanes]uint64) {
			for l := range out {
				out[l] = x[l] * y[l] & m
			}
		}
	case "mul.wide":
		return func(out, x, y *[lanes]uint64) {
			for l := range out {
				out[l] = x[l] * y[l]
			}
		}
	case "and":
		return func(out, x, y *[lanes]uint64) {
			for l := range out {
				out[l] = x[l] & y[l]
			}
		}
	case "or":
		return func(out, x, y *[lanes]uint64) {
			for l := range out {
				out[l] = x[l] | y[l]
			}
		}
	case "xor":
		return func(out, x, y *[lanes]uint64) {
			for l := range out {
				out[l] = x[l] ^ y[l]
			}
		}
	case "shl":
		return func(out, x, y *[lanes]uint64) {
			for l := range out {
				out[l] = x[l] << y[l] & m
			}
		}
	case "shr":
		return func(out, x, y *[lanes]uint64) {
			for l := range out {
				out[l] = x[l] >> y[l]
			}
		}
	}
	return nil
}

// fewLanes is below how many one by one is faster.
const fewLanes = 8

// all does what v does for the lanes of a mask.
func (w *warp) all(mask uint32, v func(out, x, y *[lanes]uint64), out, x, y *[lanes]uint64) {
	if mask == 1<<32-1 {
		v(out, x, y)
		return
	}
	v(&w.spare, x, y)
	for ; mask != 0; mask &= mask - 1 {
		l := bits.TrailingZeros32(mask) % lanes
		out[l] = w.spare[l]
	}
}

// comparison returns the lanes where a comparison holds, as bits. Numbers with a
// sign have it flipped, so that they compare as others do.
func comparison(name string, flip uint64) func(x, y *[lanes]uint64) uint32 {
	less := func(x, y *[lanes]uint64) (holds uint32) {
		for l := range x {
			if x[l]^flip < y[l]^flip {
				holds |= 1 << l
			}
		}
		return holds
	}
	equal := func(x, y *[lanes]uint64) (holds uint32) {
		for l := range x {
			if x[l] == y[l] {
				holds |= 1 << l
			}
		}
		return holds
	}
	switch name {
	case "eq":
		return equal
	case "ne":
		return func(x, y *[lanes]uint64) uint32 { return ^equal(x, y) }
	case "lt", "lo":
		return less
	case "le", "ls":
		return func(x, y *[lanes]uint64) uint32 { return ^less(y, x) }
	case "gt", "hi":
		return func(x, y *[lanes]uint64) uint32 { return less(y, x) }
	case "ge", "hs":
		return func(x, y *[lanes]uint64) uint32 { return ^less(x, y) }
	}
	return nil
}
