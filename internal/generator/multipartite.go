package generator

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/tricycle-graph/tricycle/graph"
)

// CompleteBipartite is the complete bipartite graph K_{Left,Right}: every one
// of the first Left vertices joined to every one of the other Right. It has
// Left·Right edges, no triangles, and C(Left,2)·C(Right,2) chordless cycles,
// all of length four.
type CompleteBipartite struct {
	Left  int
	Right int
}

// Source checks the parameters and returns the source.
func (g CompleteBipartite) Source() (*Source, error) {
	name := "complete-bipartite"
	if err := within(name, "left", g.Left, 1, mostDense); err != nil {
		return nil, err
	}
	if err := within(name, "right", g.Right, 1, mostDense-g.Left); err != nil {
		return nil, err
	}
	src := multipartite(fmt.Sprintf("%s --left %d --right %d", name, g.Left, g.Right), name, []int{g.Left, g.Right})
	return src.drawn(g.places()), nil
}

// places has the parts one above the other, both as wide.
func (g CompleteBipartite) places() places {
	width := float64(max(g.Left, g.Right))
	return places{width, func(v uint64) (x, y float64) {
		if i := int(v) - g.Left; i >= 0 {
			return width * (float64(i) + 0.5) / float64(g.Right), max(width/2, 1)
		}
		return width * (float64(v) + 0.5) / float64(g.Left), 0
	}}
}

// CompleteMultipartite is the complete multipartite graph: vertices are joined
// where they are in different parts. It has e_2 edges and e_3 triangles, the
// elementary symmetric polynomials of the sizes of the parts. The parts have
// consecutive ids, in their order.
type CompleteMultipartite struct {
	Parts []int // sizes
}

// Source checks the parameters and returns the source.
func (g CompleteMultipartite) Source() (*Source, error) {
	name := "complete-multipartite"
	if err := some(name, "parts", g.Parts); err != nil {
		return nil, err
	}
	vertices := 0
	sizes := make([]string, len(g.Parts))
	for i, size := range g.Parts {
		if err := within(name, "parts", size, 1, mostDense-vertices); err != nil {
			return nil, err
		}
		vertices += size
		sizes[i] = strconv.Itoa(size)
	}
	return multipartite(name+" --parts "+strings.Join(sizes, ","), name, g.Parts).drawn(onRing(vertices)), nil
}

// mostDense is the most vertices of a graph in which one vertex alone may have
// nearly all others as neighbours.
const mostDense = 1 << 20

func multipartite(name, format string, parts []int) *Source {
	// The part of a vertex begins at starts[v]; all vertices before are its
	// neighbours.
	var starts []uint32
	records, widest := 0, 0
	for _, size := range parts {
		start := len(starts)
		for range size {
			starts = append(starts, uint32(start))
		}
		records += start * size
		widest = start
	}
	info := graph.Info{
		Name:     name,
		Format:   format,
		Vertices: graph.Known(len(starts)),
		Records:  graph.Known(records),
		EachOnce: true,
	}
	rowsPerBlock := max(1, blockRecords/max(1, widest))
	return newSource(info, len(starts), rowsPerBlock, func(begin, end int, edges []graph.Edge) []graph.Edge {
		for v := begin; v < end; v++ {
			for u := range starts[v] {
				edges = append(edges, graph.Edge{U: u, V: uint32(v)})
			}
		}
		return edges
	})
}
