package lists

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
)

// simpleDensity looks at every pair of ranks.
func simpleDensity(g *graph.Graph, r Ranking) Density {
	n := len(r.order)
	side := min(n, 256)
	entries, all := make([]float64, side*side), make([]float64, side*side)
	for i, v := range r.order {
		joined := make(map[uint32]bool)
		for _, w := range g.Neighbors(v) {
			joined[w] = true
		}
		for j, w := range r.order {
			at := i*side/n*side + j*side/n
			all[at]++
			if joined[w] {
				entries[at]++
			}
		}
	}
	for i := range entries {
		entries[i] /= all[i]
	}
	return Density{n, side, entries}
}

func TestDensity(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for _, n := range []int{0, 1, 2, 255, 256, 257, 700} {
		var edges []graph.Edge
		for range 5 * n {
			v := random.Uint32N(uint32(n))
			edges = append(edges, graph.Edge{U: v, V: random.Uint32N(v + 1)}) // loops, too
		}
		g, err := Graph(t.Context(), graph.FromEdges(edges), graph.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, order := range graph.Orders {
			if order == graph.OrderAuto {
				continue
			}
			r, err := Rank(t.Context(), g, order, graph.Options{})
			if err != nil {
				t.Fatal(err)
			}
			want := simpleDensity(g, r)
			for _, threads := range []int{1, 3} {
				t.Run(fmt.Sprint(n, order, threads), func(t *testing.T) {
					got, err := DensityOf(t.Context(), g, r, threads)
					if err != nil || got.Rows != want.Rows || got.Side != want.Side || len(got.Cells) != len(want.Cells) {
						t.Fatalf("%d cells in rows of %d, %v, want %d", len(got.Cells), got.Side, err, want.Side)
					}
					for i := range want.Cells {
						if math.Abs(got.Cells[i]-want.Cells[i]) > 1e-15 {
							t.Fatalf("cell %d has %v, want %v", i, got.Cells[i], want.Cells[i])
						}
					}
				})
			}
		}
	}
}
