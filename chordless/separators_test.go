package chordless

import (
	"context"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"
)

// components returns the connected components that a set of vertices induces.
func (a adjacency) components(set uint64) []uint64 {
	var found []uint64
	for set != 0 {
		part := set & -set
		for grown := uint64(0); grown != part; {
			grown = part
			for rest := grown; rest != 0; rest &= rest - 1 {
				part |= a[bits.TrailingZeros64(rest)] & set
			}
		}
		found = append(found, part)
		set &^= part
	}
	return found
}

func (a adjacency) isClique(set uint64) bool {
	for rest := set; rest != 0; rest &= rest - 1 {
		v := bits.TrailingZeros64(rest)
		if set&^a[v] != 1<<v {
			return false
		}
	}
	return true
}

// cliqueSeparator returns a clique without which the set is not connected, or
// false.
func (a adjacency) cliqueSeparator(set uint64) bool {
	for part := set; part != 0; part = (part - 1) & set {
		if a.isClique(part) && len(a.components(set&^part)) > 1 {
			return true
		}
	}
	return false
}

// separate makes a clique of the first vertices, and removes all edges between
// the next ones and the rest.
func (a adjacency) separate(clique, next int) {
	for u := range clique {
		for v := range u {
			a.join(u, v)
		}
	}
	for u := clique; u < clique+next; u++ {
		for v := clique + next; v < len(a); v++ {
			a[u] &^= 1 << v
			a[v] &^= 1 << u
		}
	}
}

// TestCliqueParts looks for clique separators in the parts, and for holes that
// are in none of them.
func TestCliqueParts(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 1))
	split := 0
	for range 500 {
		a := random(rng, 10+rng.IntN(3), .3+.3*rng.Float64())
		a.separate(rng.IntN(4), 5)
		if all := uint64(1)<<len(a) - 1; len(a.components(all)) > 1 {
			continue
		}
		lists, err := cliqueParts(context.Background(), whole(a.graph(t)))
		if err != nil {
			t.Fatal(err)
		}
		var parts []uint64
		for _, list := range lists {
			part := uint64(0)
			for _, v := range list {
				part |= 1 << v
			}
			parts = append(parts, part)
			if a.cliqueSeparator(part) || len(list) != bits.OnesCount64(part) || !slices.IsSorted(list) {
				t.Fatalf("%v: a clique separates part %v", a, list)
			}
		}
		if len(parts) > 1 {
			split++
		}
		for _, cycle := range a.brute() {
			hole := uint64(0)
			for _, v := range cycle {
				hole |= 1 << v
			}
			if len(cycle) > 3 && !slices.ContainsFunc(parts, func(part uint64) bool { return hole&^part == 0 }) {
				t.Fatalf("%v: hole %v is in none of %v", a, cycle, lists)
			}
		}
	}
	if split < 50 {
		t.Errorf("only %d graphs were split", split)
	}
}
