// Package simd holds the innermost loops of counting: one signature a kernel,
// a plain Go form that says what it does, and forms in assembly for what the
// processor has. Build with the tag noasm to leave the assembly out.
package simd

import "math/bits"

// Kernels are the loops in one form. All forms give the same answers.
type Kernels struct {
	Name string

	// CountRows counts, for every row u in [begin, end) of oriented lists and
	// every v in it, from <= v < to, the elements of v's row that are in u's. The
	// bounds of row u stand in upper and those of row v in offsets, which has them
	// for every number in neighbors; where the rows are the same, so are upper and
	// offsets. bitmap has a bit for every row, all zero, before and after.
	CountRows func(upper, offsets []uint64, neighbors []uint32, begin, end, from, to int, bitmap []uint32) uint64

	// CountFlat counts the triangles of symmetric lists whose largest corner is
	// a row in [begin, end), and finds the longest run of smaller neighbours
	// among these rows. It compares all pairs: for short lists.
	CountFlat func(offsets []uint64, neighbors []uint32, begin, end int) (count, longest uint64)

	// CountHubs counts, for every bit h of a sparse bit set, the bits it
	// shares with row h of a triangular bit matrix. The set is given by its
	// words that are not zero and their indexes, ascending.
	CountHubs func(index []uint32, words []uint64, matrix []uint64) uint64
}

// Best returns the fastest kernels that this processor can run.
func Best() Kernels { return variants[len(variants)-1] }

// All returns every form that this processor can run, plain Go first.
func All() []Kernels { return variants }

// MatrixRow returns where row h of a triangular bit matrix begins, in words of
// 64 bits: row h holds the bits below h, in h/64+1 words.
func MatrixRow(h uint32) uint64 {
	q, r := uint64(h>>6), uint64(h&63)
	return (q + 1) * (32*q + r)
}

var generic = Kernels{Name: "go", CountRows: countRows, CountFlat: countFlat, CountHubs: countHubs}

func countRows(upper, offsets []uint64, neighbors []uint32, begin, end, from, to int, bitmap []uint32) uint64 {
	count := uint64(0)
	for u := begin; u < end; u++ {
		row := neighbors[upper[u]:upper[u+1]]
		for len(row) > 0 && int(row[len(row)-1]) >= to {
			row = row[:len(row)-1]
		}
		if len(row) < 2 || int(row[len(row)-1]) < from {
			continue
		}
		for _, w := range row {
			bitmap[w>>5] |= 1 << (w & 31)
		}
		for i := len(row) - 1; i > 0 && int(row[i]) >= from; i-- {
			v := row[i]
			for _, w := range neighbors[offsets[v]:offsets[v+1]] {
				count += uint64(bitmap[w>>5] >> (w & 31) & 1)
			}
		}
		for _, w := range row {
			bitmap[w>>5] = 0
		}
	}
	return count
}

func countFlat(offsets []uint64, neighbors []uint32, begin, end int) (count, longest uint64) {
	for u := begin; u < end; u++ {
		row := neighbors[offsets[u]:offsets[u+1]]
		below := 0
		for below < len(row) && int(row[below]) < u {
			below++
		}
		row = row[:below]
		longest = max(longest, uint64(below))
		for i := 1; i < len(row); i++ {
			v := row[i]
			smaller := row[:i]
			for _, w := range neighbors[offsets[v]:offsets[v+1]] {
				for len(smaller) > 0 && smaller[0] < w {
					smaller = smaller[1:]
				}
				if len(smaller) == 0 {
					break
				}
				if smaller[0] == w {
					count++
				}
			}
		}
	}
	return count, longest
}

func countHubs(index []uint32, words []uint64, matrix []uint64) uint64 {
	count := 0
	for j, word := range words {
		for ; word != 0; word &= word - 1 {
			h := index[j]<<6 + uint32(bits.TrailingZeros64(word))
			row := matrix[MatrixRow(h):]
			for i, k := range index[:j+1] {
				count += bits.OnesCount64(row[k] & words[i])
			}
		}
	}
	return uint64(count)
}
