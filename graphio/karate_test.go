package graphio

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
)

// TestKarate reads Zachary's karate club as real libraries wrote it.
func TestKarate(t *testing.T) {
	folder := filepath.Join("testdata", "karate")
	files, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	want := signature(karate(t, filepath.Join("..", "examples", "karate.mtx")))
	for _, file := range files {
		if file.Name() == "README.md" {
			continue
		}
		t.Run(file.Name(), func(t *testing.T) {
			if got := signature(karate(t, filepath.Join(folder, file.Name()))); !slices.Equal(got, want) {
				t.Errorf("vertices with their neighbours have degrees %v, want %v", got, want)
			}
		})
	}
}

func karate(t *testing.T, path string) *graph.Graph {
	g, err := build(t.Context(), openFile(t, path), graph.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if g.Vertices() != 34 || g.Edges() != 78 {
		t.Fatalf("%d vertices and %d edges", g.Vertices(), g.Edges())
	}
	return g
}

// signature has the degrees of the neighbours of each vertex, whatever it is called.
func signature(g *graph.Graph) (all []string) {
	for v := range uint32(g.Vertices()) {
		var degrees []uint64
		for _, u := range g.Neighbors(v) {
			degrees = append(degrees, uint64(g.Degree(u)))
		}
		slices.Sort(degrees)
		all = append(all, fmt.Sprint(degrees))
	}
	slices.Sort(all)
	return all
}
