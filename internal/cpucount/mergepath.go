package cpucount

import (
	"context"
	"sort"

	"github.com/tricycle-graph/tricycle/internal/lists"
)

// mergePathPairs merges like mergePairs, but cuts single intersections between
// workers, so that the work is shared evenly however long a list is.
//
// The idea is Merge Path (Odeh, Green, Mwassi, Shmueli, Birk 2012; GPU Merge
// Path, Green, McColl, Bader 2012) as Green restates it for intersections in
// "Triangle counting in graphs on the GPU, part 2": the merge of A and B is a
// walk over a grid from the top left corner to the bottom right, one entry of
// A a move down, one of B a move to the right, and, for intersections, a move
// down-right where the two entries are equal. Point (i, j) lies on diagonal
// i + j. The walk crosses every diagonal, the crossing is found by a binary
// search, and so the walk falls into stretches of equal length that are walked
// independently.
//
// The cost is that of merge, and a binary search for every cut.
func mergePathPairs(context.Context, *lists.Oriented, Params) (*pairs, error) {
	return &pairs{cost: pathLength, kernel: func() kernel { return merger{} }, body: walkPaths}, nil
}

// pathLength is the length of the walk, the down-right moves counted twice,
// and one more, so that the two ends of a walk are different places.
func pathLength(k, head uint64) uint64 { return k + head + 1 }

// walkPaths counts from one place to another. The rest of a place is the
// diagonal at which its pair is cut.
func walkPaths(w *walker, begin, end place) uint64 {
	if begin.pos == end.pos {
		return w.stretch(begin.row, begin.pos, begin.rest, end.rest)
	}
	count := uint64(0)
	if begin.rest > 0 {
		count += w.stretch(begin.row, begin.pos, begin.rest, pathEnd)
	}
	count += w.walk(begin.row, begin.afterCut(), end.pos)
	if end.rest > 0 {
		count += w.stretch(end.row, end.pos, 0, end.rest)
	}
	return count
}

// pathEnd is beyond the last diagonal of any pair.
const pathEnd = 1 << 62

// stretch counts the pair at pos between two diagonals.
func (w *walker) stretch(row uint32, pos, from, to uint64) uint64 {
	v := w.neighbors[pos]
	a := w.neighbors[w.offsets[row]:pos]
	b := w.neighbors[w.offsets[v]:w.offsets[v+1]]
	i, j := crossing(a, b, from)
	p, q := crossing(a, b, to)
	return w.pair(row, pos, a[i:p], b[j:q], j)
}

// crossing returns the point where the walk of a and b crosses a diagonal;
// beyond the last one, the end.
//
// A down-right move goes over a diagonal without touching it. It belongs to
// the stretch in which it begins, so the crossing is then the point behind it,
// on the next diagonal: neither stretch sees half of an equal pair.
func crossing(a, b []uint32, diagonal uint64) (i, j int) {
	if diagonal >= uint64(len(a)+len(b)) {
		return len(a), len(b)
	}
	d := int(diagonal)
	// Of the first d moves of the merge, in which an equal entry of a goes
	// first, i are down: i is the least with a[i] > b[d-1-i].
	low, high := max(0, d-len(b)), min(d, len(a))
	i = low + sort.Search(high-low, func(step int) bool { return a[low+step] > b[d-1-low-step] })
	j = d - i
	if i > 0 && j < len(b) && a[i-1] == b[j] {
		j++
	}
	return i, j
}
