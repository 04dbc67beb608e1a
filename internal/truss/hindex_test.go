package truss

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tricycle-graph/tricycle/internal/graphtest"
	"github.com/tricycle-graph/tricycle/internal/lists"
)

// triangles returns, for each edge, the two other edges of each of its triangles.
func triangles(o *lists.Oriented) [][][2]int {
	of := make([][][2]int, o.Edges())
	position := func(u, v uint32) int {
		i, ok := slices.BinarySearch(o.Row(u), v)
		if !ok {
			return -1
		}
		return int(o.Offsets()[u]) + i
	}
	for u := range uint32(o.Rows()) {
		for i, v := range o.Row(u) {
			for j, w := range o.Row(u)[:i] {
				a, b := int(o.Offsets()[u])+i, int(o.Offsets()[u])+j
				if c := position(v, w); c >= 0 {
					of[a] = append(of[a], [2]int{b, c})
					of[b] = append(of[b], [2]int{a, c})
					of[c] = append(of[c], [2]int{a, b})
				}
			}
		}
	}
	return of
}

// hIndex is the other way to trussness: each edge takes the largest h such that h of
// its triangles have two other edges of h or more, until nothing changes (Sariyuce,
// Seshadhri and Pinar, PVLDB 2018).
func hIndex(o *lists.Oriented) []uint32 {
	of := triangles(o)
	h := make([]int, len(of))
	for e := range h {
		h[e] = len(of[e])
	}
	for again := true; again; {
		again = false
		for e := range h {
			least := make([]int, 0, len(of[e]))
			for _, t := range of[e] {
				least = append(least, min(h[t[0]], h[t[1]]))
			}
			slices.Sort(least)
			slices.Reverse(least)
			n := 0
			for n < len(least) && least[n] > n {
				n++
			}
			if n < h[e] {
				h[e], again = n, true
			}
		}
	}
	truss := make([]uint32, len(h))
	for e := range h {
		truss[e] = uint32(h[e]) + 2
	}
	return truss
}

// band joins vertices that are near one another, and three of them to all: the neighbours
// of these are in many blocks.
func band(rng *rand.Rand, n, width int) *graphtest.Edges {
	e := &graphtest.Edges{N: n}
	for v := range n {
		for u := v + 1; u < n; u++ {
			if v%(n/3) == 5 || u-v < width && rng.IntN(5) < 2 {
				e.Add(v, u)
			}
		}
	}
	return e
}

// TestHIndex takes graphs that are large enough for rounds in parts, hubs whose lists
// are marked and others whose are not, and several copies of what is left.
func TestHIndex(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 13))
	for name, e := range map[string]*graphtest.Edges{
		"kronecker":       graphtest.Kronecker(rng, 10, 16),
		"kronecker, hubs": graphtest.Kronecker(rng, 11, 8).ByDegree(),
		"hubs":            graphtest.Hubs(rng, 800).ByDegree(),
		"uniform":         graphtest.Uniform(rng, 300, 9000),
		"grid":            graphtest.Grid(100, 80).Shuffle(rng),
		"band":            band(rng, 400, 60),
		"under a hub":     graphtest.Uniform(rng, 2000, 12000).Under().ByDegree(),
	} {
		t.Run(name, func(t *testing.T) {
			o := e.Lists()
			want := hIndex(o)
			for _, threads := range []int{1, 2, 7} {
				if got := decompose(t, o, threads); !slices.Equal(got, want) {
					t.Errorf("%d threads: another trussness", threads)
				}
			}
		})
	}
}
