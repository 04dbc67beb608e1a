package summary

import "math/bits"

// Bin is the numbers from a power of two up to the next one; the first is 0 alone.
type Bin struct{ From, To uint64 }

// BinOf returns the bin of a number, and its place among all.
func BinOf(n uint64) (Bin, int) {
	at := bits.Len64(n)
	if at == 0 {
		return Bin{}, 0
	}
	return Bin{1 << (at - 1), 1<<at - 1}, at // the last ends with 2^64-1
}
