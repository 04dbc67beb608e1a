package summary

import (
	"cmp"
	"context"
	"iter"
	"slices"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/par"
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

// edgesChunk is how many edges are added up at a time. The sums are those of the same chunks
// whatever the threads, and so are their last digits.
const edgesChunk = 1 << 16

// lane is what one worker adds up.
type lane struct {
	having []uint64 // of each support
	top    Largest[place]
}

// place is an edge with its place among all.
type place struct {
	Edge
	at int
}

// OfEdges summarizes the edges; top is how many of the largest are wanted. Its errors are those
// of reading the edges, and the cause of ctx when it ends.
func OfEdges(ctx context.Context, p *triangle.PerEdge, top, threads int) (Edges, error) {
	edges := int(p.Edges)
	workers := par.Workers(threads)
	lanes := make([]lane, workers)
	jaccard, ecc := make([]float64, edges/edgesChunk+1), make([]float64, edges/edgesChunk+1)
	err := par.Chunks(ctx, workers, edges, edgesChunk, func(worker, begin, end int) error {
		l, at := &lanes[worker], begin
		if l.having == nil {
			*l = lane{make([]uint64, uint64(p.MaxDegree)+1), Largest[place]{Most: top}} // support is below the degrees
		}
		j, c := 0.0, 0.0
		for e := range EdgesBehind(p, begin) {
			l.having[e.Support]++
			j += e.Jaccard(p)
			c += e.ECC(p)
			l.top.Add(place{e, at}, float64(e.Support))
			if at++; at == end {
				break
			}
		}
		jaccard[begin/edgesChunk], ecc[begin/edgesChunk] = j, c
		return p.Err()
	})
	if err != nil {
		return Edges{}, err
	}
	s := Edges{}
	if edges > 0 {
		s.Mean = 3 * float64(p.Triangles) / float64(edges)
		for i := range jaccard {
			s.MeanJaccard += jaccard[i]
			s.MeanECC += ecc[i]
		}
		s.MeanJaccard /= float64(edges)
		s.MeanECC /= float64(edges)
	}
	s.join(lanes, top)
	return s, nil
}

// join takes what the workers found.
func (s *Edges) join(lanes []lane, top int) {
	having := lanes[0].having
	var places []place
	for i, l := range lanes {
		places = append(places, l.top.Sorted()...)
		if i > 0 && having == nil {
			having = l.having
		} else if i > 0 {
			for support, edges := range l.having {
				having[support] += edges
			}
		}
	}
	for support, edges := range having {
		if edges > 0 {
			s.Support = append(s.Support, [2]uint64{uint64(support), edges})
		}
	}
	slices.SortFunc(places, func(a, b place) int { return cmp.Or(cmp.Compare(b.Support, a.Support), a.at-b.at) })
	for _, p := range places[:min(top, len(places))] {
		s.Top = append(s.Top, p.Edge)
	}
}
