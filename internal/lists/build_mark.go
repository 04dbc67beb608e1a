package lists

import (
	"context"
	"encoding/binary"
	"math/bits"
)

// markRun is how many keys are marked between two looks at those that were there already.
const markRun = 128

// mark makes the rows of a bucket that has many of its possible edges: a bit for
// each of these in each direction. It takes so many words, however often a record
// is there.
func (w *builder) mark(ctx context.Context, b *bucket, words int, lengths []uint32) error {
	if err := reserve(&w.keys, words, 0); err != nil {
		return err
	}
	matrix := w.keys.Slice()[:words]
	clear(matrix)
	mask := b.keyMask()
	column := uint(b.column) & 63
	columns := uint64(1)<<column - 1
	duplicates := uint64(0)
	err := w.eachChunk(ctx, b, func(data []byte, length int) {
		// No branch could foretell which keys are there already: these are kept without one.
		var again [markRun]uint64
		for i := 0; i < length; {
			n := 0
			for end := min(length, i+markRun*int(b.width)); i < end; i += int(b.width) {
				key := binary.LittleEndian.Uint64(data[i:]) & mask
				word := matrix[key>>6]
				again[n&(markRun-1)] = key
				n += int(word >> (key & 63) & 1)
				matrix[key>>6] = word | 1<<(key&63)
			}
			duplicates += uint64(n)
			for _, key := range again[:n] {
				w.merged(b.rows.Begin+uint32(key>>column), uint32(key&columns>>1), 1)
			}
		}
	})
	if err != nil {
		return err
	}
	w.report.Duplicates += duplicates
	edges := uint64(0)
	const even = 0x5555555555555555
	for _, word := range matrix {
		edges += uint64(bits.OnesCount64((word | word>>1) & even))
	}
	if err := w.reserveEdges(int(edges)); err != nil {
		return err
	}
	to, n := w.edges.Slice(), w.n
	reciprocal := uint64(0)
	perRow := 1 << (column - 6)
	for r := range lengths {
		begin := n
		for i, word := range matrix[r*perRow : (r+1)*perRow] {
			for either := (word | word>>1) & even; either != 0; either &= either - 1 {
				at := bits.TrailingZeros64(either)
				low := uint32(i<<5 + at>>1)
				to[n] = low
				n++
				if word>>at&3 == 3 {
					reciprocal++
					w.merged(b.rows.Begin+uint32(r), low, 1)
				}
			}
		}
		lengths[r] = uint32(n - begin)
	}
	w.report.Reciprocal += reciprocal
	w.report.OneWay += edges - reciprocal
	w.n = n
	return nil
}
