package ties

import (
	"fmt"
	"slices"

	"github.com/tricycle-graph/tricycle/graph"
)

// finder finds the vertex of an id that a record has.
type finder struct {
	vertices uint64
	numbers  []uint64 // ids of the vertices, ascending; nil where an id is the vertex
	dense    []uint32 // the vertex of each id up to the largest, where these are not far apart
}

// newFinder returns the finder of a graph that was made of records with this summary.
func newFinder(g *graph.Graph, summary graph.Summary) *finder {
	f := &finder{vertices: uint64(g.Vertices())}
	// Ids of vertices that are declared, or have names, are the vertices.
	if summary.Vertices.Known() || summary.Names != nil {
		return f
	}
	f.numbers = g.Labels().Numbers()
	if n := len(f.numbers); n > 0 && f.numbers[n-1] < denseBound(f.vertices) {
		f.dense = make([]uint32, f.numbers[n-1]+1)
		for v, id := range f.numbers {
			f.dense[id] = uint32(v)
		}
	}
	return f
}

// denseBound is up to which id there is an array over all of them.
func denseBound(vertices uint64) uint64 { return 4*vertices + 1<<16 }

// finderBytes bounds what a finder holds for so many vertices, which may be declared.
func finderBytes(vertices uint64, declared bool) int64 {
	if declared {
		return 0
	}
	return 4 * int64(denseBound(vertices))
}

// vertex returns the vertex of an id that is in a record.
func (f *finder) vertex(id uint64) uint32 {
	switch {
	case f.dense != nil:
		return f.dense[id]
	case f.numbers != nil:
		v, _ := slices.BinarySearch(f.numbers, id)
		return uint32(v)
	case id >= f.vertices:
		panic(fmt.Sprintf("ties: id %d of %d vertices", id, f.vertices))
	}
	return uint32(id)
}

// place returns where v stands in the adjacency of g, in the list of u.
func place(g *graph.Graph, u, v uint32) uint64 {
	i, found := slices.BinarySearch(g.Neighbors(u), v)
	if !found {
		panic(fmt.Sprintf("ties: a record joins the vertices %d and %d, and the graph does not", u, v))
	}
	return g.Offsets()[u] + uint64(i)
}
