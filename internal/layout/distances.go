package layout

import (
	"math"
	"math/bits"

	"github.com/tricycle-graph/tricycle/internal/par"
)

// pairs are the distances of all pairs of a connected graph, row by row.
type pairs struct {
	n  int
	of []uint16
}

func (d pairs) row(v int) []uint16 { return d.of[v*d.n:][:d.n] }

// searches is how many breadth-first searches run as one.
const searches = 64

// distances finds the distances of all pairs by the multi-source breadth-first search of Then
// et al. (The more the merrier: efficient multi-source graph traversal, VLDB 2014): 64
// searches go side by side, a bit each, and an edge that several of them take in the same step
// is looked at once. It takes O(nm) time at most and n/64 of that where the diameter is small, as
// it is of dense graphs.
func distances(crew *par.Crew, neighbors [][]uint32) (pairs, error) {
	n := len(neighbors)
	d := pairs{n, make([]uint16, n*n)}
	err := crew.Each((n+searches-1)/searches, func(_, batch int) error {
		d.search(neighbors, batch*searches, min((batch+1)*searches, n))
		return nil
	})
	return d, err
}

// search finds the distances from the vertices in [begin, end).
func (d pairs) search(neighbors [][]uint32, begin, end int) {
	seen, front, next := make([]uint64, d.n), make([]uint64, d.n), make([]uint64, d.n)
	var active, touched []uint32 // vertices with bits in front, and in next
	for v := begin; v < end; v++ {
		seen[v], front[v] = 1<<(v-begin), 1<<(v-begin)
		active = append(active, uint32(v))
	}
	for step := uint16(1); len(active) > 0; step++ {
		touched = touched[:0]
		for _, v := range active {
			for _, w := range neighbors[v] {
				if next[w] == 0 {
					touched = append(touched, w)
				}
				next[w] |= front[v]
			}
		}
		for _, v := range active {
			front[v] = 0
		}
		active = active[:0]
		for _, w := range touched {
			fresh := next[w] &^ seen[w]
			next[w] = 0
			if fresh == 0 {
				continue
			}
			seen[w] |= fresh
			front[w] = fresh
			active = append(active, w)
			row := d.row(int(w))[begin:end]
			for ; fresh != 0; fresh &= fresh - 1 {
				row[bits.TrailingZeros64(fresh)] = step
			}
		}
	}
}

// fit scales places so that their stress is least.
func (d pairs) fit(x, y []float64) {
	var linear, square float64
	for v := range d.n {
		for w, apart := range d.row(v)[:v] {
			t := far(x[v]-x[w], y[v]-y[w]) / float64(apart)
			linear += t
			square += float64(t * t)
		}
	}
	if square == 0 {
		return
	}
	factor := linear / square
	for v := range d.n {
		x[v] *= factor
		y[v] *= factor
	}
}

func far(dx, dy float64) float64 { return math.Sqrt(float64(dx*dx) + float64(dy*dy)) }
