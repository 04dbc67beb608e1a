package truss

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tricycle-graph/tricycle/internal/graphtest"
	"github.com/tricycle-graph/tricycle/internal/lists"
)

// bruteForce takes edges out one by one until no edge has a support below k-2, for
// every k.
func bruteForce(o *lists.Oriented) []uint32 {
	n := o.Rows()
	edge := make([][]int, n) // position of an edge, or -1
	for u := range edge {
		edge[u] = slices.Repeat([]int{-1}, n)
	}
	for u := range n {
		for i, v := range o.Row(uint32(u)) {
			edge[u][v] = int(o.Offsets()[u]) + i
			edge[v][u] = edge[u][v]
		}
	}
	truss := make([]uint32, o.Edges())
	for k, left := uint32(2), len(truss); left > 0; k++ {
		for again := true; again; {
			again = false
			for u := range n {
				for v := range u {
					if edge[u][v] < 0 {
						continue
					}
					support := uint32(0)
					for w := range n {
						if edge[u][w] >= 0 && edge[v][w] >= 0 {
							support++
						}
					}
					if support < k-1 { // not in the (k+1)-truss
						truss[edge[u][v]] = k
						edge[u][v], edge[v][u] = -1, -1
						left--
						again = true
					}
				}
			}
		}
	}
	return truss
}

// decompose takes every way there is: the graph is small, and counting anew would not be
// worth it.
func decompose(t *testing.T, o *lists.Oriented, threads int) []uint32 {
	t.Helper()
	truss := supportOf(o)
	counted := slices.Clone(truss)
	if err := Decompose(t.Context(), o, truss, Params{Threads: threads}); err != nil {
		t.Fatal(err)
	}
	if err := Decompose(t.Context(), o, counted, Params{Threads: threads, recountLeast: 1}); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(truss, counted) {
		t.Fatal("another trussness where support is counted anew")
	}
	return truss
}

// TestImpossibleSupport is told: the bit above support is for edges that have left.
func TestImpossibleSupport(t *testing.T) {
	o := graphtest.Multipartite(1, 1, 1).Lists()
	if err := Decompose(t.Context(), o, []uint32{1, 1, gone}, Params{}); err == nil {
		t.Error("an edge in 2^31 triangles of a graph of three edges")
	}
}

func TestBruteForce(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 13))
	for i := range 300 {
		n := 1 + rng.IntN(30)
		e := graphtest.Random(rng, n, rng.Float64())
		switch i % 4 {
		case 1:
			e = graphtest.Hubs(rng, n)
		case 2:
			e = e.ByDegree()
		case 3:
			e = graphtest.Random(rng, n, 0.2).Under().Shuffle(rng)
		}
		o := e.Lists()
		want := bruteForce(o)
		for _, threads := range []int{1, 2, 7} {
			if got := decompose(t, o, threads); !slices.Equal(got, want) {
				t.Fatalf("graph %d, %d threads: %v, want %v", i, threads, got, want)
			}
		}
	}
}
