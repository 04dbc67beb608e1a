package cli

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/tricycle-graph/tricycle/chordless"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/graphtest"
	"github.com/tricycle-graph/tricycle/internal/loading"
)

// TestMayBeDrawn asks files on both sides of the limit, and what has no size.
func TestMayBeDrawn(t *testing.T) {
	path := filepath.Join(t.TempDir(), "graph.gml")
	if err := os.WriteFile(path, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	for size, want := range map[int64]bool{0: true, drawnBytes: true, drawnBytes + 1: false} {
		if err := os.Truncate(path, size); err != nil {
			t.Fatal(err)
		}
		if got := mayBeDrawn(path); got != want {
			t.Errorf("of %d bytes: %v", size, got)
		}
	}
	if !mayBeDrawn("-") {
		t.Error("what comes by a pipe is not drawn")
	}
}

// No vertex of a cycle is outside of the 2-core, which is found by peeling.
func TestMayBeOnCycle(t *testing.T) {
	random := rand.New(rand.NewPCG(11, 12))
	for range 100 {
		n := 1 + random.IntN(30)
		var records []graph.Edge
		for _, e := range graphtest.Random(random, n, 1.2/float64(n)).Pairs {
			records = append(records, graph.Edge{U: e[0], V: e[1]})
		}
		g, _, err := loading.Graph(t.Context(), graph.FromEdges(records), graph.Options{})
		if err != nil {
			t.Fatal(err)
		}
		on := mayBeOnCycle(g)
		for v := range on {
			neighbors := 0
			for _, w := range g.Neighbors(uint32(v)) {
				if on[w] {
					neighbors++
				}
			}
			if on[v] && neighbors < 2 {
				t.Fatalf("vertex %d has %d neighbours in the core", v, neighbors)
			}
		}
		for cycle, err := range chordless.All(t.Context(), g, chordless.Options{MinLength: 3}) {
			if err != nil {
				t.Fatal(err)
			}
			for _, v := range cycle {
				if !on[v] {
					t.Fatalf("vertex %d of the cycle %v is not in the core", v, cycle)
				}
			}
		}
	}
}
