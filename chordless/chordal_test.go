package chordless

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tricycle-graph/tricycle/internal/generator"
)

// TestIsChordal checks the proof of either answer on random graphs, those that
// are nearly chordal among them.
func TestIsChordal(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 1))
	chordal := 0
	for round := range 2000 {
		a := random(rng, 1+rng.IntN(14), rng.Float64())
		if round%2 == 0 {
			a = randomChordal(rng, 4+rng.IntN(10))
			if round%4 == 0 { // spoil it
				u, v := rng.IntN(len(a)), rng.IntN(len(a))
				a[u] &^= 1 << v
				a[v] &^= 1 << u
			}
		}
		order, hole, err := IsChordal(context.Background(), a.graph(t))
		if err != nil {
			t.Fatal(err)
		}
		if holes := len(a.brute()) - a.triangles(); (hole == nil) != (holes == 0) || (order == nil) != (holes > 0) {
			t.Fatalf("%v: %v and %v with %d holes", a, order, hole, holes)
		}
		if hole == nil {
			chordal++
			a.checkOrder(t, order)
		} else {
			a.checkHole(t, hole)
		}
	}
	if chordal < 300 || chordal > 1700 {
		t.Errorf("%d of 2000 graphs were chordal: no good mixture", chordal)
	}
}

// randomChordal adds vertices one by one, each adjacent to a part of a clique.
func randomChordal(rng *rand.Rand, n int) adjacency {
	a := make(adjacency, n)
	for v := 1; v < n; v++ {
		clique := []int{rng.IntN(v)}
		for u := range v {
			if rng.IntN(3) > 0 && !slices.Contains(clique, u) &&
				!slices.ContainsFunc(clique, func(w int) bool { return a[u]>>w&1 == 0 }) {
				clique = append(clique, u)
			}
		}
		for _, u := range clique {
			a.join(u, v)
		}
	}
	names := rng.Perm(n)
	return a.relabel(names)
}

func (a adjacency) triangles() int {
	count := 0
	for _, cycle := range a.brute() {
		if len(cycle) == 3 {
			count++
		}
	}
	return count
}

// checkOrder checks that the later neighbours of each vertex form a clique.
func (a adjacency) checkOrder(t *testing.T, order []uint32) {
	t.Helper()
	if len(order) != len(a) {
		t.Fatalf("%v: order %v", a, order)
	}
	later := uint64(1)<<len(a) - 1
	for _, v := range order {
		if later>>v&1 == 0 {
			t.Fatalf("%v: order %v is no permutation", a, order)
		}
		later &^= 1 << v
		for u := range a {
			if later&a[v]>>u&1 == 1 && later&a[v]&^a[u] != 1<<u {
				t.Fatalf("%v: order %v: %d is not simplicial when it goes", a, order, v)
			}
		}
	}
}

// checkHole checks that a cycle is a hole, in canonical form.
func (a adjacency) checkHole(t *testing.T, hole []uint32) {
	t.Helper()
	set := uint64(0)
	for _, v := range hole {
		set |= 1 << v
	}
	if want := a.induced(set); len(hole) < 4 || !slices.Equal(hole, want) {
		t.Fatalf("%v: %v is no hole; its vertices induce %v", a, hole, want)
	}
}

func TestIsChordalLarge(t *testing.T) {
	for _, test := range []struct {
		graph   generator.Generator
		chordal bool
	}{
		{generator.Complete{Vertices: 300}, true},
		{generator.Path{Vertices: 10000}, true},
		{generator.Cycle{Vertices: 10000}, false},
		{generator.Grid{Rows: 100, Cols: 100}, false},
	} {
		_, hole, err := IsChordal(context.Background(), generated(t, test.graph))
		if err != nil || (hole == nil) != test.chordal {
			t.Errorf("%+v: hole %v, %v", test.graph, hole, err)
		}
	}
}
