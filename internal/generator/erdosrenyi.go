package generator

import (
	"fmt"

	"github.com/tricycle-graph/tricycle/graph"
)

// ErdosRenyi is the random graph G(n, p) of Gilbert (Annals of Mathematical
// Statistics 30, 1959), named after Erdős and Rényi: each pair of vertices is
// an edge with the same probability, independently. The expected numbers are
// C(n,2)·p edges and C(n,3)·p³ triangles.
type ErdosRenyi struct {
	Vertices    int     // n
	Probability float64 // p
	Seed        uint64  // another graph for each seed
}

// Source checks the parameters and returns the source. Each vertex draws its
// smaller neighbours from a stream of its own.
func (g ErdosRenyi) Source() (*Source, error) {
	if err := within("erdos-renyi", "vertices", g.Vertices, 1, maxVertices); err != nil {
		return nil, err
	}
	if err := chance("erdos-renyi", "probability", g.Probability); err != nil {
		return nil, err
	}
	info := graph.Info{
		Name: fmt.Sprintf("erdos-renyi --vertices %d --probability %v --seed %d",
			g.Vertices, g.Probability, g.Seed),
		Format:   "erdos-renyi",
		Vertices: graph.Known(g.Vertices),
		EachOnce: true,
	}
	pairs := newTrials(g.Probability)
	perBlock := rowsPerBlock(float64(g.Vertices) * g.Probability)
	return newSource(info, g.Vertices, perBlock, func(begin, end int, edges []graph.Edge) []graph.Edge {
		for v := begin; v < end; v++ {
			random := streamOf(g.Seed, v)
			edges = pairs.appendRow(edges, &random, 0, v, v)
		}
		return edges
	}), nil
}

// rowsPerBlock returns how many vertices of an expected degree make a block;
// half of their neighbours are smaller.
func rowsPerBlock(degree float64) int {
	return max(1, int(2*blockRecords/(degree+1)))
}
