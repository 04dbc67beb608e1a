package report

// chartMost is how many points a series has at most, so that a page is small however large the
// graph is.
const chartMost = 50

// finest returns what draw makes of the numbers from low, which is 1 or more, to high, cut into
// bins each of which is wider than the last by about the same factor: the finest bins of which
// it makes no more than chartMost. It is told where they begin.
func finest[T any](low, high uint64, draw func(begins []uint64) []T) []T {
	// In whole numbers, so that they are the same on any machine.
	for part := uint64(64); ; part-- {
		var begins []uint64
		for at := low; at <= high && at >= low; at += max(at/part, 1) {
			begins = append(begins, at)
		}
		if drawn := draw(begins); len(drawn) <= chartMost || part == 1 {
			return drawn
		}
	}
}
