package truss

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tricycle-graph/tricycle/internal/graphtest"
)

// TestManyBlocks has a vertex of more blocks than are tallied in one go, and of more edges that
// leave together than a tally has room for. By lists the same number of edges have each
// trussness.
func TestManyBlocks(t *testing.T) {
	if testing.Short() {
		t.Skip("a large graph")
	}
	const n, hub, width = 64*together + 500, 9000, 14
	rng := rand.New(rand.NewPCG(9, 13))
	e := &graphtest.Edges{N: n}
	for v := range n {
		for u := v + 1; u < min(v+width, n); u++ {
			if v == hub || u == hub || rng.IntN(4) > 0 {
				e.Add(v, u)
			}
		}
		if v <= hub-width || v >= hub+width {
			e.Add(v, hub)
		}
	}
	near := e.Lists()
	if counted, err := Support(t.Context(), near, Params{Threads: 2}); err != nil || counted == nil {
		t.Fatalf("not by blocks: %v", err)
	}
	far := e.Shuffle(rng).Lists()
	if counted, err := Support(t.Context(), far, Params{Threads: 2}); err != nil || counted != nil {
		t.Fatalf("by blocks, too: %v", err)
	}
	got, want := decompose(t, near, 3), decompose(t, far, 3)
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Error("another trussness than by lists")
	}
}
