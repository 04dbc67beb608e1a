package generator

import (
	"fmt"

	"github.com/tricycle-graph/tricycle/graph"
)

// Uniform is a random graph of given pairs: each record is two ids drawn
// independently and uniformly, so that a few are loops or repeats. It is close
// to the G(n, m) of Erdős and Rényi: flat degrees and hardly a triangle.
type Uniform struct {
	Vertices int    // n, all of them vertices
	Edges    int    // records
	Seed     uint64 // another graph for each seed
}

// Source checks the parameters and returns the source.
func (g Uniform) Source() (*Source, error) {
	if err := within("uniform", "vertices", g.Vertices, 1, maxVertices); err != nil {
		return nil, err
	}
	if err := within("uniform", "edges", g.Edges, 0, maxRecords); err != nil {
		return nil, err
	}
	info := graph.Info{
		Name:     fmt.Sprintf("uniform --vertices %d --edges %d --seed %d", g.Vertices, g.Edges, g.Seed),
		Format:   "uniform",
		Vertices: graph.Known(g.Vertices),
		Records:  graph.Known(g.Edges),
	}
	n := uint64(g.Vertices)
	return newSource(info, g.Edges, blockRecords, func(begin, end int, edges []graph.Edge) []graph.Edge {
		// One stream, of which each record takes two numbers.
		random := streamOf(g.Seed, 0) + stream(2*begin)*golden
		for range end - begin {
			u, v := random.below(n), random.below(n)
			edges = append(edges, graph.Edge{U: uint32(u), V: uint32(v)})
		}
		return edges
	}), nil
}
