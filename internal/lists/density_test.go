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

// The entries of blocks are all that there are, each in the block of its ranks.
func TestBlocks(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	for _, n := range []int{0, 1, 7, 100, 257, 700} {
		var edges []graph.Edge
		for range 5 * n {
			edges = append(edges, graph.Edge{U: random.Uint32N(uint32(n)), V: random.Uint32N(uint32(n))})
		}
		g, err := Graph(t.Context(), graph.FromEdges(edges), graph.Options{})
		if err != nil {
			t.Fatal(err)
		}
		r, err := Rank(t.Context(), g, graph.OrderDegree, graph.Options{})
		if err != nil {
			t.Fatal(err)
		}
		d, err := DensityOf(t.Context(), g, r, 2)
		if err != nil {
			t.Fatal(err)
		}
		ends, entries := d.Blocks(8)
		block := make([]int, g.Vertices()) // of each vertex
		at := 0
		for i, v := range r.order {
			for i >= ends[at] {
				at++
			}
			block[v] = at
		}
		want := make([][]uint64, len(ends))
		for i := range want {
			want[i] = make([]uint64, len(ends))
		}
		for _, v := range r.order {
			for _, w := range g.Neighbors(v) {
				want[block[v]][block[w]]++
			}
		}
		if fmt.Sprint(entries) != fmt.Sprint(want) || d.Rows > 0 && (len(ends) != min(8, d.Rows) || ends[len(ends)-1] != d.Rows) {
			t.Errorf("%d vertices: %v %v, want %v", n, ends, entries, want)
		}
	}
}
