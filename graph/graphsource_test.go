package graph_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/graphtest"
	"github.com/tricycle-graph/tricycle/internal/lists"
)

// A graph in memory as a source is the same graph.
func TestMemoryReadsEachEdgeOnce(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 7))
	for _, m := range []int{0, 1, 100, 200_000} {
		want, err := lists.Graph(t.Context(), &graphtest.Source{Edges: graphtest.SkewedRecords(random, 5000, m)}, graph.Options{})
		if err != nil {
			t.Fatal(err)
		}
		got, err := lists.Graph(t.Context(), want.Source(), graph.Options{})
		if err != nil {
			t.Fatal(err)
		}
		edges := want.Edges()
		if isolated := got.Report().Isolated; got.Report() != (graph.Report{Records: edges, OneWay: edges, Isolated: isolated}) {
			t.Errorf("%d edges: report %+v", edges, got.Report())
		}
		if !slices.Equal(got.Offsets(), want.Offsets()) || !slices.Equal(got.Adjacency(), want.Adjacency()) {
			t.Errorf("%d edges: another graph", edges)
		}
	}
}
