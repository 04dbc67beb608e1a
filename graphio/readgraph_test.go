package graphio

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/loading"
)

// A graph that was read stays when its file is cut and goes.
func TestReadGraph(t *testing.T) {
	want := randomGraph(t, rand.New(rand.NewPCG(8, 9)), 100, graph.NameLabels(namesOf(100)))
	for _, name := range []string{"g.tcsr", "g.tcsr.gz", "g.graphml"} {
		path := filepath.Join(t.TempDir(), name)
		if err := writeGraph(t.Context(), path, want, graph.Options{}); err != nil {
			t.Fatal(err)
		}
		got, err := ReadGraph(t.Context(), path, Options{}, graph.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Truncate(path, 10); err != nil {
			t.Fatal(err)
		}
		sameGraph(t, got, want)
		_, err = ReadGraph(t.Context(), path, Options{}, graph.Options{})
		inputError(t, err)
	}
}

// What reads and cleans the graph is bounded and observed as the caller says.
func TestReadGraphOptions(t *testing.T) {
	path := filepath.Join(t.TempDir(), "g.txt")
	if err := os.WriteFile(path, []byte("1 2\n2 3\n3 1\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	var meter graph.Meter
	if _, err := ReadGraph(t.Context(), path, Options{}, graph.Options{Threads: 1, Meter: &meter}); err != nil {
		t.Fatal(err)
	}
	if phase, _, _ := meter.Snapshot(); phase == "" {
		t.Error("the meter saw nothing")
	}
	for _, limits := range [][2]int64{{1, 0}, {0, 1}} {
		_, err := ReadGraph(t.Context(), path, Options{Memory: limits[0]}, graph.Options{Memory: limits[1]})
		if !errors.As(err, new(*graph.MemoryError)) {
			t.Errorf("limits of %d bytes: %v", limits, err)
		}
	}
}

// build returns the graph of src.
func build(ctx context.Context, src graph.Source, opt graph.Options) (*graph.Graph, error) {
	g, _, err := loading.Graph(ctx, src, opt)
	return g, err
}
