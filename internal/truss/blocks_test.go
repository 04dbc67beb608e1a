package truss

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tricycle-graph/tricycle/internal/graphtest"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// Blocks are made where neighbours are near one another, and nowhere else; of them, each
// edge and what stays is found.
func TestBlocks(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 13))
	for name, test := range map[string]struct {
		edges *graphtest.Edges
		made  bool
	}{
		"band":    {band(rng, 3000, 70), true},
		"uniform": {graphtest.Uniform(rng, 3000, 30000), false},
	} {
		t.Run(name, func(t *testing.T) {
			o := test.edges.Lists()
			counted, err := Support(t.Context(), o, Params{Threads: 3})
			if err != nil || (counted != nil) != test.made || counted != nil && !slices.Equal(counted, supportOf(o)) {
				t.Errorf("counted: %v, %v; another support, or not by blocks", counted != nil, err)
			}
			state, left := supportOf(o), int(o.Edges())
			for e := range state {
				if rng.IntN(9) == 0 {
					state[e] = gone
					left--
				}
			}
			crew := par.NewCrew(t.Context(), 3)
			defer crew.Close()
			var g work
			defer g.free()
			if err := g.open(crew, o, state); err != nil {
				t.Fatal(err)
			}
			made, err := g.linkBlocks(crew, left)
			if err != nil || made != test.made {
				t.Fatalf("made: %v, %v; want %v", made, err, test.made)
			}
			if !made {
				return
			}
			b, stay := &g.blocks, make([]uint32, g.n)
			for u := range uint32(g.n) {
				for e := g.begin[u]; e < g.begin[u+1]; e++ {
					v := g.lower[e]
					if state[e] >= gone {
						continue
					}
					stay[u]++
					stay[v]++
					i, j := b.find(u, v), b.find(v, u)
					if b.there[i]>>(v&63)&1 == 0 || b.stays[j]>>(u&63)&1 == 0 {
						t.Fatalf("the edge from %d to %d is not there", u, v)
					}
					if x, y := b.edgeOf(u, i, v), b.edgeOf(v, j, u); x != e || y != e {
						t.Fatalf("the edge from %d to %d is %d and %d, want %d", u, v, x, y, e)
					}
				}
			}
			for v, n := range stay {
				if g.stay[v] != n {
					t.Fatalf("%d edges of %d stay, want %d", g.stay[v], v, n)
				}
			}
		})
	}
}
