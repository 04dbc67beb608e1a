package generator

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/tricycle-graph/tricycle/graph"
)

// Circulant is the circulant graph C_n(s_1, s_2, ...): the vertices of a cycle
// of n, each joined to those that are s_1, s_2, ... steps away. Offset 1 alone is
// the cycle, 1 and n/2 the Möbius ladder, all from 1 to n/2 the complete graph,
// and all but n/2 the cocktail party graph. Each offset has n edges, but n/2 has
// n/2.
type Circulant struct {
	Vertices int   // n
	Offsets  []int // each once, from 1 to n/2
}

// Source checks the parameters and returns the source.
func (g Circulant) Source() (*Source, error) {
	if err := within("circulant", "vertices", g.Vertices, 1, maxVertices); err != nil {
		return nil, err
	}
	if err := some("circulant", "offsets", g.Offsets); err != nil {
		return nil, err
	}
	seen := make(map[int]bool)
	texts := make([]string, len(g.Offsets))
	records := int64(0)
	for i, offset := range g.Offsets {
		if err := within("circulant", "offsets", offset, 1, g.Vertices/2); err != nil {
			return nil, err
		}
		if seen[offset] {
			return nil, &ParameterError{"circulant", "offsets", offset, fmt.Sprintf("%d is there twice", offset)}
		}
		seen[offset] = true
		texts[i] = strconv.Itoa(offset)
		records += int64(g.starts(offset))
	}
	info := graph.Info{
		Name:     fmt.Sprintf("circulant --vertices %d --offsets %s", g.Vertices, strings.Join(texts, ",")),
		Format:   "circulant",
		Vertices: graph.Known(g.Vertices),
		Records:  graph.Known(records),
		EachOnce: true,
	}
	perBlock := max(1, blockRecords/len(g.Offsets))
	return newSource(info, g.Vertices, perBlock, func(begin, end int, edges []graph.Edge) []graph.Edge {
		for v := begin; v < end; v++ {
			for _, offset := range g.Offsets {
				if v < g.starts(offset) {
					edges = append(edges, graph.Edge{U: uint32(v), V: uint32((v + offset) % g.Vertices)})
				}
			}
		}
		return edges
	}).drawn(onRing(g.Vertices)), nil
}

// starts returns how many vertices, from 0 on, an edge of this offset starts
// from: all of them, or half of them where it leads to the opposite one.
func (g Circulant) starts(offset int) int {
	if 2*offset == g.Vertices {
		return offset
	}
	return g.Vertices
}
