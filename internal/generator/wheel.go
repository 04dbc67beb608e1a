package generator

import (
	"fmt"

	"github.com/tricycle-graph/tricycle/graph"
)

// Wheel is a rim, the cycle 1, 2, ..., Rim, with the hub 0 joined to all of
// it: Rim + 1 vertices, the graph some authors call W_Rim and others W_{Rim+1}.
// It has Rim triangles and, from a rim of 4 on, the rim as its one longer
// chordless cycle; the rim of 3 is K_4 with 4 triangles.
type Wheel struct {
	Rim int // vertices of the rim, at least 3
}

// Source checks the parameters and returns the source.
func (g Wheel) Source() (*Source, error) {
	if err := within("wheel", "rim", g.Rim, 3, maxVertices-1); err != nil {
		return nil, err
	}
	info := graph.Info{
		Name:     fmt.Sprintf("wheel --rim %d", g.Rim),
		Format:   "wheel",
		Vertices: graph.Known(int64(g.Rim) + 1),
		Records:  graph.Known(2 * int64(g.Rim)),
		EachOnce: true,
	}
	return newSource(info, g.Rim, blockRecords/2, func(begin, end int, edges []graph.Edge) []graph.Edge {
		for i := begin; i < end; i++ {
			edges = append(edges,
				graph.Edge{U: 0, V: uint32(i + 1)},
				graph.Edge{U: uint32(i + 1), V: uint32((i+1)%g.Rim + 1)})
		}
		return edges
	}).drawn(g.places()), nil
}

// places has the hub in the middle of its rim.
func (g Wheel) places() places {
	rim := onRing(g.Rim)
	return places{rim.side, func(v uint64) (x, y float64) {
		if v == 0 {
			return rim.side / 2, rim.side / 2
		}
		return rim.at(v - 1)
	}}
}
