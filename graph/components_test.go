package graph

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"
)

// reachable is the simple twin of Components: a breadth-first search from each
// vertex that no earlier one reached.
func reachable(g *Graph) []uint32 {
	const unseen = ^uint32(0)
	smallest := slices.Repeat([]uint32{unseen}, g.Vertices())
	for s := range uint32(g.Vertices()) {
		if smallest[s] != unseen {
			continue
		}
		smallest[s] = s
		for queue := []uint32{s}; len(queue) > 0; queue = queue[1:] {
			for _, w := range g.Neighbors(queue[0]) {
				if smallest[w] == unseen {
					smallest[w] = s
					queue = append(queue, w)
				}
			}
		}
	}
	return smallest
}

func TestComponents(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		n := 1 + rng.IntN(40)
		lists := make([][]uint32, n)
		for range rng.IntN(2 * n) {
			u, v := uint32(rng.IntN(n)), uint32(rng.IntN(n))
			if u != v && !slices.Contains(lists[u], v) {
				lists[u], lists[v] = append(lists[u], v), append(lists[v], u)
			}
		}
		offsets := []uint64{0}
		for _, list := range lists {
			slices.Sort(list)
			offsets = append(offsets, offsets[len(offsets)-1]+uint64(len(list)))
		}
		g, err := NewGraph(offsets, slices.Concat(lists...), Labels{})
		if err != nil {
			t.Fatal(err)
		}
		got, err := g.Components(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if want := reachable(g); !slices.Equal(got, want) {
			t.Fatalf("lists %v: components %v, want %v", lists, got, want)
		}
	}
}

func TestComponentsStop(t *testing.T) {
	g, err := NewGraph([]uint64{0, 0}, nil, Labels{})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := g.Components(ctx); err == nil {
		t.Error("a cancelled context did not stop Components")
	}
}
