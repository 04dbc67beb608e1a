package simd

// Stretch is some entries of oriented lists, from one position up to another.
type Stretch struct{ Begin, End uint32 }

func countStretches(neighbors []uint32, begin, end, from uint64, stretches []Stretch, bitmap []uint32) uint64 {
	row := neighbors[begin:end]
	for _, w := range row {
		bitmap[w>>5] |= 1 << (w & 31)
	}
	count := uint64(0)
	for _, s := range stretches {
		for _, w := range neighbors[from:][s.Begin:s.End] {
			count += uint64(bitmap[w>>5] >> (w & 31) & 1)
		}
	}
	for _, w := range row {
		bitmap[w>>5] = 0
	}
	return count
}
