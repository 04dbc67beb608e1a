package truss

import (
	"fmt"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/graphio"
	"github.com/tricycle-graph/tricycle/internal/cpucount"
	"github.com/tricycle-graph/tricycle/internal/graphtest"
	"github.com/tricycle-graph/tricycle/internal/realdata"
)

// TestRealGraphs compares with what an independent program found.
func TestRealGraphs(t *testing.T) {
	realdata.Expected(t, func(t *testing.T, path string, cell func(string) string) {
		src, err := graphio.Open(path, graphio.Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = src.Close() }()
		o, _ := graphtest.ListsOf(t, src, graph.OrderDegree)
		trussness, err := cpucount.Support(t.Context(), o, cpucount.Auto, cpucount.Params{})
		if err != nil {
			t.Fatal(err)
		}
		if err := Decompose(t.Context(), o, trussness, Params{}); err != nil {
			t.Fatal(err)
		}
		sum := uint64(0)
		for _, k := range trussness {
			sum += uint64(k)
		}
		last := Size{K: 2}
		sizes, err := sizesOf(t, o, trussness)
		if err != nil {
			t.Fatal(err)
		}
		if len(sizes) > 0 {
			last = sizes[len(sizes)-1]
		}
		for what, got := range map[string]uint64{
			"max_trussness": uint64(last.K), "edges_max_truss": last.Edges,
			"vertices_max_truss": last.Vertices, "sum_trussness": sum,
		} {
			if fmt.Sprint(got) != cell(what) {
				t.Errorf("%s is %d, want %s", what, got, cell(what))
			}
		}
	})
}
