package cpucount

import "math/bits"

// flySlicer makes the slices of both sides anew for every pair, and only those
// that exist on both.
type flySlicer struct {
	shift uint // log2 m
}

func (f flySlicer) count(_ uint32, a, b []uint32) uint64 {
	count := uint64(0)
	for a, b = f.meet(a, b); len(a) > 0; a, b = f.meet(a, b) {
		var aSlice, bSlice [maxSliceBits / 64]uint64
		a = fill(&aSlice, a, f.shift)
		b = fill(&bSlice, b, f.shift)
		for w := range (1<<f.shift + 63) / 64 {
			count += uint64(bits.OnesCount64(aSlice[w] & bSlice[w]))
		}
	}
	return count
}

func (f flySlicer) list(_ uint32, a, head, to []uint32) []uint32 {
	j := 0
	for a, b := f.meet(a, head); len(a) > 0; a, b = f.meet(a, b) {
		first := a[0] >> f.shift << f.shift // id of the slice
		var aSlice, bSlice [maxSliceBits / 64]uint64
		a = fill(&aSlice, a, f.shift)
		b = fill(&bSlice, b, f.shift)
		for w := range (1<<f.shift + 63) / 64 {
			for ones := aSlice[w] & bSlice[w]; ones != 0; ones &= ones - 1 {
				j += seek(head[j:], first+uint32(64*w+bits.TrailingZeros64(ones)))
				to = append(to, uint32(j))
			}
		}
	}
	return to
}

// meet returns what is left of two lists from the first slice on that both have; nothing
// where there is none.
func (f flySlicer) meet(a, b []uint32) ([]uint32, []uint32) {
	for len(a) > 0 && len(b) > 0 {
		x, y := a[0]>>f.shift, b[0]>>f.shift
		switch {
		case x < y:
			a = a[1:]
		case x > y:
			b = b[1:]
		default:
			return a, b
		}
	}
	return nil, nil
}

// fill sets the bits of the first slice of list, which is not empty, and
// returns what follows it.
func fill(slice *[maxSliceBits / 64]uint64, list []uint32, shift uint) []uint32 {
	number := list[0] >> shift
	for len(list) > 0 && list[0]>>shift == number {
		bit := list[0] & (1<<shift - 1)
		slice[bit/64%uint32(len(slice))] |= 1 << (bit % 64)
		list = list[1:]
	}
	return list
}
