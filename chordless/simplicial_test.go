package chordless

import (
	"context"
	"math/rand/v2"
	"testing"
)

// TestWithoutSimplicial removes simplicial vertices one by one, in any order,
// and compares what is left.
func TestWithoutSimplicial(t *testing.T) {
	rng := rand.New(rand.NewPCG(12, 1))
	removed, kept := 0, 0
	for round := range 500 {
		a := random(rng, 1+rng.IntN(14), rng.Float64())
		if round%2 == 0 {
			a = randomChordal(rng, 4+rng.IntN(10))
			a.join(0, 1+rng.IntN(len(a)-1))
		}
		left := uint64(1)<<len(a) - 1
		for again := true; again; {
			again = false
			for v := range a {
				if left>>v&1 == 1 && a.isClique(a[v]&left) {
					left &^= 1 << v
					again = true
				}
			}
		}
		got := uint64(0)
		list, err := withoutSimplicial(context.Background(), whole(a.graph(t)))
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range list {
			got |= 1 << v
		}
		if got != left {
			t.Fatalf("%v: %b is left, want %b", a, got, left)
		}
		kept += len(list)
		removed += len(a) - len(list)
	}
	if kept < 500 || removed < 500 {
		t.Errorf("%d vertices kept, %d removed: no good mixture", kept, removed)
	}
}
