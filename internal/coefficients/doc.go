// Package coefficients has clustering coefficients of vertices for which the triangles
// alone do not do: those of directed and of weighted graphs.
//
// What a vertex has does not depend on the threads, to the last bit: one worker adds up
// the triangles of a vertex, in the order in which ties.Triangles lists them.
package coefficients

import (
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/hugemem"
)

// PerVertex is an answer: of each vertex the triangles that it is a corner of, whatever
// their directions and weights, and its coefficient.
type PerVertex struct {
	Triangles    []uint64
	Coefficients []float64
}

func newPerVertex(g *graph.Graph) *PerVertex {
	return &PerVertex{Triangles: hugemem.Make[uint64](g.Vertices()), Coefficients: hugemem.Make[float64](g.Vertices())}
}
