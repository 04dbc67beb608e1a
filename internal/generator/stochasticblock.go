package generator

import (
	"fmt"

	"github.com/tricycle-graph/tricycle/graph"
)

// StochasticBlock is the stochastic block model of Holland, Laskey and
// Leinhardt (Social Networks 5, 1983) with blocks of equal size and two
// probabilities, the planted partition: each pair of vertices is an edge,
// independently, with one probability inside a block and with another across
// blocks. Block b holds the ids from b·Vertices/Blocks on, rounded up.
type StochasticBlock struct {
	Vertices int
	Blocks   int
	Inside   float64 // probability of an edge inside a block
	Across   float64 // probability of an edge between blocks
	Seed     uint64  // another graph for each seed
}

// Source checks the parameters and returns the source. Each vertex draws its
// smaller neighbours from a stream of its own.
func (g StochasticBlock) Source() (*Source, error) {
	if err := within("stochastic-block", "vertices", g.Vertices, 1, maxVertices); err != nil {
		return nil, err
	}
	if err := within("stochastic-block", "blocks", g.Blocks, 1, min(g.Vertices, 1<<30)); err != nil {
		return nil, err
	}
	if err := chance("stochastic-block", "inside", g.Inside); err != nil {
		return nil, err
	}
	if err := chance("stochastic-block", "across", g.Across); err != nil {
		return nil, err
	}
	info := graph.Info{
		Name: fmt.Sprintf("stochastic-block --vertices %d --blocks %d --inside %v --across %v --seed %d",
			g.Vertices, g.Blocks, g.Inside, g.Across, g.Seed),
		Format:   "stochastic-block",
		Vertices: graph.Known(g.Vertices),
		EachOnce: true,
	}
	inside, across := newTrials(g.Inside), newTrials(g.Across)
	n, size := float64(g.Vertices), float64(g.Vertices)/float64(g.Blocks)
	perBlock := rowsPerBlock(g.Inside*size + g.Across*(n-size))
	return newSource(info, g.Vertices, perBlock, func(begin, end int, edges []graph.Edge) []graph.Edge {
		for v := begin; v < end; v++ {
			random, start := streamOf(g.Seed, v), g.start(v)
			edges = across.appendRow(edges, &random, 0, start, v)
			edges = inside.appendRow(edges, &random, start, v, v)
		}
		return edges
	}), nil
}

// start returns the first vertex of v's block.
func (g StochasticBlock) start(v int) int {
	block := v * g.Blocks / g.Vertices
	return (block*g.Vertices + g.Blocks - 1) / g.Blocks
}
