// Package liststest makes oriented lists of a file, for benchmarks.
package liststest

import (
	"cmp"
	"os"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/graphio"
	"github.com/tricycle-graph/tricycle/internal/lists"
)

// File returns the lists of the file that TRICYCLE_GRAPH names, in the order that
// TRICYCLE_ORDER names. Where no file is named, it skips the benchmark.
func File(b *testing.B) *lists.Oriented {
	b.Helper()
	name := os.Getenv("TRICYCLE_GRAPH")
	if name == "" {
		b.Skip("TRICYCLE_GRAPH names no file")
	}
	src, err := graphio.Open(name, graphio.Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = src.Close() })
	s, err := lists.Open(b.Context(), src, lists.Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = s.Close() })
	if err := s.Rank(b.Context(), graph.Order(cmp.Or(os.Getenv("TRICYCLE_ORDER"), string(graph.OrderRecords)))); err != nil {
		b.Fatal(err)
	}
	o, _, err := s.Whole(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	return o
}
