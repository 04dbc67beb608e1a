package generator

import (
	"fmt"

	"github.com/tricycle-graph/tricycle/graph"
)

// Complete is the complete graph K_n, which has C(n, 3) triangles and no
// chordless cycle beside them.
type Complete struct {
	Vertices int // n
}

// Source checks the parameters and returns the source.
func (g Complete) Source() (*Source, error) {
	if err := within("complete", "vertices", g.Vertices, 1, 1<<20); err != nil {
		return nil, err
	}
	info := graph.Info{
		Name:     fmt.Sprintf("complete --vertices %d", g.Vertices),
		Format:   "complete",
		Vertices: graph.Known(g.Vertices),
		Records:  graph.Known(int64(g.Vertices) * int64(g.Vertices-1) / 2),
		EachOnce: true,
	}
	rowsPerBlock := max(1, blockRecords/g.Vertices)
	return newSource(info, g.Vertices, rowsPerBlock, func(begin, end int, edges []graph.Edge) []graph.Edge {
		for u := begin; u < end; u++ {
			for v := range u {
				edges = append(edges, graph.Edge{U: uint32(v), V: uint32(u)})
			}
		}
		return edges
	}).drawn(onRing(g.Vertices)), nil
}
