package chordless

import (
	"math/rand/v2"
	"testing"

	"github.com/tricycle-graph/tricycle/internal/par"
)

// TestDegreeLabeling holds the labeling to its definition: each vertex in turn
// is one of least degree among those not yet removed.
func TestDegreeLabeling(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	for range 200 {
		g := random(rng, 1+rng.IntN(20), rng.Float64())
		a := whole(g.graph(t))
		label, err := degreeLabeling(par.NewHeed(t.Context()), a)
		if err != nil {
			t.Fatal(err)
		}
		byLabel := make([]int, len(g))
		for v, l := range label {
			byLabel[l] = v
		}
		left := uint64(1)<<len(g) - 1
		for _, v := range byLabel {
			for w := range g {
				if left>>w&1 == 1 && degreeWithin(g, w, left) < degreeWithin(g, v, left) {
					t.Fatalf("%v: labels %v: vertex %d goes before %d", g, label, v, w)
				}
			}
			left &^= 1 << v
		}
		if left != 0 {
			t.Fatalf("%v: labels %v are no permutation", g, label)
		}
	}
}
