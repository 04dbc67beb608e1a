package frontier

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/generator"
)

// fromEdges makes a graph of pairs of different vertices; repeats are dropped.
func fromEdges(n int, pairs [][2]int) *Graph {
	rows := make([][]uint32, n)
	for _, p := range pairs {
		rows[p[0]] = append(rows[p[0]], uint32(p[1]))
		rows[p[1]] = append(rows[p[1]], uint32(p[0]))
	}
	g := &Graph{Offsets: make([]uint32, 1, n+1)}
	for _, row := range rows {
		slices.Sort(row)
		g.Neighbors = append(g.Neighbors, slices.Compact(row)...)
		g.Offsets = append(g.Offsets, uint32(len(g.Neighbors)))
	}
	return g
}

// pairs returns the edges of g, each once.
func (g *Graph) pairs() [][2]int {
	var pairs [][2]int
	for v := range g.Vertices() {
		for _, u := range g.row(uint32(v)) {
			if int(u) > v {
				pairs = append(pairs, [2]int{v, int(u)})
			}
		}
	}
	return pairs
}

// renamed returns g with its vertices renamed at random.
func (g *Graph) renamed(random *rand.Rand) *Graph {
	names := random.Perm(g.Vertices())
	pairs := g.pairs()
	for i, p := range pairs {
		pairs[i] = [2]int{names[p[0]], names[p[1]]}
	}
	r := fromEdges(g.Vertices(), pairs)
	if g.Weights != nil {
		r.Weights = make([]uint32, len(g.Weights))
		for v, w := range g.Weights {
			r.Weights[names[v]] = w
		}
	}
	return r
}

// randomGraph returns a graph of n vertices in which each edge is there with
// this probability.
func randomGraph(random *rand.Rand, n int, probability float64) *Graph {
	var pairs [][2]int
	for v := range n {
		for u := range v {
			if random.Float64() < probability {
				pairs = append(pairs, [2]int{u, v})
			}
		}
	}
	return fromEdges(n, pairs)
}

// generated returns the graph of a generator.
func generated(t testing.TB, g generator.Generator) *Graph {
	t.Helper()
	src, err := g.Source()
	if err != nil {
		t.Fatal(err)
	}
	var pairs [][2]int
	_, err = src.Read(context.Background(), 1, func(_ int, b graph.Batch) error {
		for _, e := range b.Edges {
			if e.U != e.V {
				pairs = append(pairs, [2]int{int(e.U), int(e.V)})
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return fromEdges(int(src.Info().Vertices.Get()), pairs)
}

// gridGraph returns the grid graph, its vertices row by row.
func gridGraph(rows, columns int) *Graph {
	var pairs [][2]int
	for v := range rows * columns {
		if v%columns > 0 {
			pairs = append(pairs, [2]int{v - 1, v})
		}
		if v >= columns {
			pairs = append(pairs, [2]int{v - columns, v})
		}
	}
	return fromEdges(rows*columns, pairs)
}
