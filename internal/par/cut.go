package par

import (
	"iter"
	"sort"
)

// Cut divides [0, n) into consecutive ranges of about equal work. before(i) is
// the work of all items below i, so before(0) is 0 and before never falls.
// It returns the bounds: range k is [bounds[k], bounds[k+1]). They may be
// fewer where single items are heavy; none is empty.
func Cut(n, ranges int, before func(i int) uint64) []int {
	total := before(n)
	bounds := make([]int, 1, ranges+1)
	for k := 1; k < ranges; k++ {
		target := total / uint64(ranges) * uint64(k)
		last := bounds[len(bounds)-1]
		cut := last + sort.Search(n-last, func(i int) bool { return before(last+i) >= target })
		if cut > last && cut < n {
			bounds = append(bounds, cut)
		}
	}
	if n > 0 {
		bounds = append(bounds, n)
	}
	return bounds
}

// Runs divides [0, n) into consecutive runs that are as long as they can be with
// at most so much work each; a single item may have more. It yields the bounds of
// each run.
func Runs(n int, most uint64, work func(i int) uint64) iter.Seq2[int, int] {
	return func(yield func(begin, end int) bool) {
		begin, sum := 0, uint64(0)
		for i := range n {
			own := work(i)
			if i > begin && sum+own > most {
				if !yield(begin, i) {
					return
				}
				begin, sum = i, 0
			}
			sum += own
		}
		if begin < n {
			yield(begin, n)
		}
	}
}
