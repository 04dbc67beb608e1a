package graphtest

import (
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/lists"
)

// ListsOf returns the oriented lists of a source, which know their vertices.
func ListsOf(t testing.TB, src graph.Source, order graph.Order) (*lists.Oriented, lists.Built) {
	t.Helper()
	b, err := lists.Open(t.Context(), src, lists.Options{Vertices: true})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	if err := b.Rank(t.Context(), order); err != nil {
		t.Fatal(err)
	}
	o, built, err := b.Whole(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return o, built
}
