package summary

import (
	"cmp"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/graphtest"
	"github.com/tricycle-graph/tricycle/triangle"
)

// TestOfEdges has several chunks, and edges of the same support in all of them.
func TestOfEdges(t *testing.T) {
	records := graphtest.SkewedRecords(rand.New(rand.NewPCG(1, 3)), 20_000, 5*edgesChunk)
	p, err := triangle.Edges(t.Context(), graph.FromEdges(records), triangle.Options{Engine: device.CPU})
	if err != nil {
		t.Fatal(err)
	}
	if p.Edges < 2*edgesChunk {
		t.Fatalf("%d edges are too few", p.Edges)
	}
	edges := slices.Collect(EdgesBehind(p, 0))
	supports := Distribute(func(yield func(uint32) bool) {
		for _, e := range edges {
			if !yield(e.Support) {
				return
			}
		}
	})
	slices.SortStableFunc(edges, func(a, b Edge) int { return cmp.Compare(b.Support, a.Support) })
	var first Edges
	for _, threads := range []int{1, 2, 7} {
		got, err := OfEdges(t.Context(), p, 5000, threads)
		if err != nil {
			t.Fatal(err)
		}
		if threads == 1 {
			first = got
		}
		if !reflect.DeepEqual(got, first) {
			t.Errorf("%d threads find something else than one", threads)
		}
		if !reflect.DeepEqual(got.Support, supports) || !slices.Equal(got.Top, edges[:5000]) {
			t.Errorf("%d threads: supports or top are wrong", threads)
		}
	}
}
