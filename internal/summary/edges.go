package summary

import (
	"iter"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/triangle"
)

// Edge is an edge with its support, and its trussness where that was asked for.
type Edge struct {
	graph.Edge
	Support, Trussness uint32
}

// EdgesBehind yields the edges of an answer behind so many.
func EdgesBehind(p *triangle.PerEdge, first int) iter.Seq[Edge] {
	return func(yield func(Edge) bool) {
		at := first
		for e, support := range p.Skip(uint64(first)) {
			row := Edge{Edge: e, Support: support}
			if p.Trussness != nil {
				row.Trussness = p.Trussness[at]
			}
			if at++; !yield(row) {
				return
			}
		}
	}
}

// Jaccard returns what part of the neighbours of either end are neighbours of both.
func (e Edge) Jaccard(p *triangle.PerEdge) float64 {
	u, v, support := float64(p.Degrees[e.U]), float64(p.Degrees[e.V]), float64(e.Support)
	return support / (u + v - support)
}

// ECC returns what part of the triangles that there could be at the edge are there.
func (e Edge) ECC(p *triangle.PerEdge) float64 {
	if e.Support == 0 {
		return 0
	}
	return float64(e.Support) / (min(float64(p.Degrees[e.U]), float64(p.Degrees[e.V])) - 1)
}

// Edges is what there is to say of the triangles at the edges of a graph.
type Edges struct {
	Support                    Distribution
	Mean, MeanJaccard, MeanECC float64
	Top                        []Edge // of most support
}

// OfEdges summarizes the edges; top is how many of the largest are wanted. What cannot be read
// p.Err says.
func OfEdges(p *triangle.PerEdge, top int) Edges {
	s := Edges{}
	having := make([]uint64, uint64(p.MaxDegree)+1) // of each support, which is below the degrees
	largest := Largest[Edge]{Most: top}
	for e := range EdgesBehind(p, 0) {
		having[e.Support]++
		s.MeanJaccard += e.Jaccard(p)
		s.MeanECC += e.ECC(p)
		largest.Add(e, float64(e.Support))
	}
	s.Top = largest.Sorted()
	if edges := float64(p.Edges); edges > 0 {
		s.Mean = 3 * float64(p.Triangles) / edges
		s.MeanJaccard /= edges
		s.MeanECC /= edges
	}
	for support, edges := range having {
		if edges > 0 {
			s.Support = append(s.Support, [2]uint64{uint64(support), edges})
		}
	}
	return s
}
