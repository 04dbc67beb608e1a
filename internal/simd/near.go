package simd

// countNear marks the row's entries, a byte each.
func countNear(neighbors []uint32, begin, end uint64, near []uint16, stretches []Stretch, marks []uint8) uint64 {
	row := neighbors[begin:end]
	for _, w := range row {
		marks[w] = 1
	}
	count := uint64(0)
	for _, s := range stretches {
		for _, w := range near[s.Begin:s.End] {
			count += uint64(marks[w])
		}
	}
	for _, w := range row {
		marks[w] = 0
	}
	return count
}
