package simd

import "math/bits"

// StripBits is how many columns a strip has: what a row has in it is a line of a cache.
const StripBits = 64 * LineWords

// StripRow is a row of oriented lists that has entries in a strip. First and End are
// positions in the neighbors.
type StripRow struct {
	First uint32 // of its entries in the strip
	End   uint32 // of the entries that matter
	Row   uint32 // for FillStrip its line, for CountStrip the position of its first v
}

func fillStrip(rows []StripRow, neighbors []uint32, column int, table []uint64) {
	for _, r := range rows {
		*(*[LineWords]uint64)(table[int(r.Row)*LineWords:]) = stripLine(r, neighbors, column)
	}
}

func countStrip(rows []StripRow, neighbors []uint32, column, from int, table []uint64) uint64 {
	count := 0
	for _, r := range rows {
		line := stripLine(r, neighbors, column)
		for _, v := range neighbors[r.Row:r.End] {
			other := (*[LineWords]uint64)(table[(int(v)-from)*LineWords:])
			for i, word := range line {
				count += bits.OnesCount64(word & other[i])
			}
		}
	}
	return uint64(count)
}

// stripLine is what a row has in the strip that begins at a column.
func stripLine(r StripRow, neighbors []uint32, column int) (line [LineWords]uint64) {
	for _, w := range neighbors[r.First:r.End] {
		bit := int(w) - column
		if bit >= StripBits {
			break
		}
		line[bit>>6] |= 1 << (bit & 63)
	}
	return line
}
