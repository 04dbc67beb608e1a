package graphio

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
)

// A graph that was read stays when its file is cut and goes.
func TestReadGraph(t *testing.T) {
	want := randomGraph(t, rand.New(rand.NewPCG(8, 9)), 100, graph.NameLabels(namesOf(100)))
	for _, name := range []string{"g.tcsr", "g.tcsr.gz", "g.graphml"} {
		path := filepath.Join(t.TempDir(), name)
		if err := writeGraph(t.Context(), path, want, graph.Options{}); err != nil {
			t.Fatal(err)
		}
		got, err := ReadGraph(t.Context(), path, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Truncate(path, 10); err != nil {
			t.Fatal(err)
		}
		sameGraph(t, got, want)
		_, err = ReadGraph(t.Context(), path, Options{})
		inputError(t, err)
	}
}
