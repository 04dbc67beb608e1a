package lists

import (
	"math"
	"slices"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/radix"
)

// sampledKeys is how many vertices tell about where a vertex will be ranked.
const sampledKeys = 1 << 12

// SampledRow is about the row that a vertex, chosen at random, has in some order.
type SampledRow struct {
	Smaller []uint32 // its entries, ascending
	Larger  int      // rows that have the vertex
}

// rows returns about the rows that sampled vertices have by clusters, from their records. Where a vertex will be ranked is
// told by some others.
func (l *leaders) rows(sampled []uint64) []SampledRow {
	n := uint64(len(l.follows.Slice()))
	keys := make([]uint64, min(n, sampledKeys))
	for i := range keys {
		keys[i] = l.key(uint32(n * uint64(i) / uint64(len(keys))))
	}
	keys = radix.Sort(keys, make([]uint64, len(keys)), 64)
	rankOf := func(v uint32) uint32 {
		at, _ := slices.BinarySearch(keys, l.key(v)&^math.MaxUint32)
		return uint32(n * uint64(at) / uint64(len(keys)))
	}
	sampled = radix.Sort(sampled, make([]uint64, len(sampled)), 64)
	var rows []SampledRow
	for len(sampled) > 0 {
		v, row := uint32(sampled[0]>>32), SampledRow{}
		rank, last := rankOf(v), sampled[0]-1
		for ; len(sampled) > 0 && uint32(sampled[0]>>32) == v; sampled = sampled[1:] {
			w := uint32(sampled[0])
			if sampled[0] == last || w == v {
				continue
			}
			last = sampled[0]
			if r := rankOf(w); r < rank || r == rank && w < v {
				row.Smaller = append(row.Smaller, r)
			} else {
				row.Larger++
			}
		}
		slices.Sort(row.Smaller)
		rows = append(rows, row)
	}
	return rows
}

// closedPairs returns about which share of the pairs of neighbours of a vertex are neighbours, by some of them.
func closedPairs(g *graph.Graph) float64 {
	const looked, each = 1 << 8, 4 // vertices, and pairs of each
	n, pairs, closed := uint64(g.Vertices()), 0, 0
	for i := range min(n, looked) {
		list := g.Neighbors(uint32(i * n / min(n, looked)))
		if len(list) < 2 {
			continue
		}
		for j := range each {
			a := list[int(mix32(uint32(each*i)+uint32(j)))%len(list)]
			b := list[int(mix32(^(uint32(each*i)+uint32(j))))%len(list)]
			if a == b {
				continue
			}
			pairs++
			if _, found := slices.BinarySearch(g.Neighbors(a), b); found {
				closed++
			}
		}
	}
	return float64(closed) / float64(max(pairs, 1))
}
