package truss

import (
	"cmp"
	"os"
	"slices"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/graphio"
	"github.com/tricycle-graph/tricycle/internal/cpucount"
	"github.com/tricycle-graph/tricycle/internal/lists"
)

// BenchmarkTruss decomposes the file that TRICYCLE_GRAPH names, in the order that
// TRICYCLE_ORDER names: the support of all edges, and their trussness from that. -cpu
// chooses how many threads do it.
func BenchmarkTruss(b *testing.B) {
	name := os.Getenv("TRICYCLE_GRAPH")
	if name == "" {
		b.Skip("TRICYCLE_GRAPH names no file")
	}
	src, err := graphio.Open(name, graphio.Options{})
	if err != nil {
		b.Fatal(err)
	}
	s, err := lists.Open(b.Context(), src, lists.Options{})
	if err != nil {
		b.Fatal(err)
	}
	order := graph.Order(cmp.Or(os.Getenv("TRICYCLE_ORDER"), string(graph.OrderRecords)))
	if err := s.Rank(b.Context(), order); err != nil {
		b.Fatal(err)
	}
	o, _, err := s.Whole(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	support := func() []uint32 {
		counts, err := Support(b.Context(), o, Params{})
		if counts == nil && err == nil {
			counts, err = cpucount.Support(b.Context(), o, cpucount.Auto, cpucount.Params{})
		}
		if err != nil {
			b.Fatal(err)
		}
		return counts
	}
	b.Run("support", func(b *testing.B) {
		for b.Loop() {
			support()
		}
	})
	b.Run("decompose", func(b *testing.B) {
		counts := support()
		for b.Loop() {
			if err := Decompose(b.Context(), o, slices.Clone(counts), Params{}); err != nil {
				b.Fatal(err)
			}
		}
	})
	_, _ = s.Close(), src.Close()
}
