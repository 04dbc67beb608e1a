package cli

import "math/bits"

// bin is the numbers from a power of two up to the next one; the first is 0 alone.
type bin struct{ from, to uint64 }

// binOf returns the bin of a number, and its place among all.
func binOf(n uint64) (bin, int) {
	at := bits.Len64(n)
	if at == 0 {
		return bin{}, 0
	}
	return bin{1 << (at - 1), 1<<at - 1}, at // the last ends with 2^64-1
}

// String is such as 1, 2-3 or 1,024-2,047.
func (b bin) String() string {
	if b.from == b.to {
		return thousands(b.from)
	}
	return thousands(b.from) + "-" + thousands(b.to)
}
