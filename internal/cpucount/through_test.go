package cpucount

import (
	"math/rand/v2"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/graphtest"
	"github.com/tricycle-graph/tricycle/internal/lists"
)

func TestThroughIsWhatVerticesSays(t *testing.T) {
	random := rand.New(rand.NewPCG(31, 32))
	for round := range 5 {
		edges := graphtest.SkewedRecords(random, 300, 500*(1+round))
		g, err := lists.Graph(t.Context(), graph.FromEdges(edges), graph.Options{})
		if err != nil {
			t.Fatal(err)
		}
		o, _ := graphtest.ListsOf(t, g.Source(), graph.OrderID)
		want, err := Vertices(t.Context(), o, Merge, Params{})
		if err != nil {
			t.Fatal(err)
		}
		byVertex := make([]uint64, g.Vertices())
		for row, n := range want {
			byVertex[o.Vertex(uint32(row))] = n
		}
		for v, n := range byVertex {
			if got, err := Through(t.Context(), g, uint32(v), Params{Threads: 1 + round}); err != nil || got != n {
				t.Errorf("%d triangles through %d (%v), want %d", got, v, err, n)
			}
		}
	}
}
