package cpucount

import (
	"context"

	"github.com/tricycle-graph/tricycle/internal/lists"
)

// Comparisons returns the comparisons that a plain two-pointer merge takes on
// these lists, the measure by which Wang and Zhao show what renumbering the
// vertices by degree is worth.
//
// The paper does not define it. Of the definitions tried, this one gives its
// figures for email-Eu-core, 745,528 as numbered and 370,279 renumbered:
//
//   - The matrix is upper triangular: row a lists the larger neighbours of a,
//     ascending. Edge (a, b) merges what follows b in row a with row b.
//   - A merge whose two ranges do not overlap takes none.
//   - Any other takes one for each pair of entries looked at, a three-way
//     comparison, from the front until either list ends.
//   - Renumbered means by rising degree, ties by rising id, the degree being
//     the number of times that the vertex stands in the file as it is: both
//     directions of an edge, and a loop twice.
//
// Rows here hold smaller ranks and ranks count from the hubs, so that the
// paper's numbers are the ranks read backwards, its rows are these rows read
// from the back, and so is the merge. The order [graph.OrderDegree] differs a
// little from the paper's, because it goes by the degree in the cleaned graph
// and breaks ties the other way. As numbered, the paper's edges lead to the
// larger id, and those of [graph.OrderID] to the smaller: see [Reverse].
func Comparisons(ctx context.Context, o *lists.Oriented, threads int) (uint64, error) {
	return walkPairs(ctx, o, Params{Threads: threads}, &pairs{cost: mergeCost, kernel: func() kernel { return comparer{} }}, nil)
}

// comparer is merger's plain twin, which counts its steps. The walk has dropped
// the pairs that do not overlap.
type comparer struct{ merger }

func (comparer) count(_ uint32, a, b []uint32) uint64 {
	comparisons := uint64(0)
	for i, j := len(a)-1, len(b)-1; i >= 0 && j >= 0; comparisons++ {
		switch x, y := a[i], b[j]; {
		case x > y:
			i--
		case x < y:
			j--
		default:
			i--
			j--
		}
	}
	return comparisons
}

// Reverse returns the lists of the opposite order: rank r becomes
// Rows()-1-r, and every edge leads the other way.
func Reverse(o *lists.Oriented) *lists.Oriented {
	rows, last := o.Rows(), uint32(o.Rows()-1)
	offsets := make([]uint64, rows+1)
	for _, v := range o.Neighbors() {
		offsets[last-v+1]++
	}
	for r := range rows {
		offsets[r+1] += offsets[r]
	}
	neighbors := make([]uint32, o.Edges())
	next := append([]uint64(nil), offsets[:rows]...)
	// From the last row down, so that the reversed ids come in ascending order.
	for u := rows - 1; u >= 0; u-- {
		for _, v := range o.Row(uint32(u)) {
			r := last - v
			neighbors[next[r]] = last - uint32(u)
			next[r]++
		}
	}
	return lists.NewOriented(offsets, neighbors)
}
