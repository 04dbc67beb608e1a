package frontier

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestBounds: a plan that is made with little effort counts the same, in the same order of
// the vertices; and what is worth little is estimated roughly.
func TestBounds(t *testing.T) {
	rng := rand.New(rand.NewPCG(18, 1))
	for range 20 {
		n := 12 + rng.IntN(10)
		var pairs [][2]int
		for v := range n {
			for u := range v {
				if rng.IntN(4) == 0 {
					pairs = append(pairs, [2]int{u, v})
				}
			}
		}
		g := fromEdges(n, pairs)
		bounded, err := NewPlan(context.Background(), g, false, Bounds{Steps: 1, Effort: 1})
		if err != nil {
			t.Fatal(err)
		}
		best := plan(t, g)
		if !slices.Equal(bounded.Order, best.Order) {
			t.Errorf("the order is %v, with bounds %v", best.Order, bounded.Order)
		}
		want, got := sum(count(t, g, best, Options{})), sum(count(t, g, bounded, Options{}))
		if want.Cmp(got) != 0 {
			t.Errorf("%v cycles, by a plan with bounds %v", want, got)
		}
	}
}
