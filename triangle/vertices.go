package triangle

import (
	"context"

	"github.com/tricycle-graph/tricycle/graph"
)

// PerVertex is the answer to [Vertices]: that of a count, and beside it what is asked of
// each vertex. Vertices are numbers from 0 on in the order of their ids, those without an
// edge included.
type PerVertex struct {
	Result
	Labels  graph.Labels // ids of the vertices; they may live in the source, until it is closed
	Degrees []uint32     // neighbours of each vertex
	Counts  []uint64     // triangles that each vertex is a corner of; their sum is three times Triangles
	Formula Formula      // of the clustering coefficients; "" for that of a graph without directions and weights

	coefficients []float64 // by the formula; nil without one
}

// Clustering returns the local clustering coefficient of a vertex: what part of the
// pairs of its neighbours are neighbours of each other, and 0 with fewer than two; or
// that by the formula.
func (p *PerVertex) Clustering(v uint32) float64 {
	if p.coefficients != nil {
		return p.coefficients[v]
	}
	return clustering(p.Counts[v], p.Degrees[v])
}

// clustering is exact up to the one rounding of the quotient while there are fewer than
// 2^53 pairs.
func clustering(triangles uint64, degree uint32) float64 {
	if degree < 2 {
		return 0
	}
	return float64(triangles) / float64(pairsOf(degree))
}

// pairsOf returns the number of pairs of so many neighbours.
func pairsOf(degree uint32) uint64 {
	if degree == 0 {
		return 0
	}
	return uint64(degree) * uint64(degree-1) / 2
}

// AverageClustering returns the mean of the local clustering coefficients of all
// vertices that have at least so many neighbours: 0 takes all of them, and 2 those that
// could be in a triangle. It is 0 where there are none.
func (p *PerVertex) AverageClustering(leastDegree uint32) float64 {
	vertices := uint64(0)
	sums := make([]float64, uint64(p.MaxDegree)+1) // by degree: the triangles, exact up to 2^53
	sum := 0.0
	for v, d := range p.Degrees {
		switch {
		case d < leastDegree:
			continue
		case p.coefficients != nil:
			sum += p.coefficients[v]
		default:
			sums[d] += float64(p.Counts[v])
		}
		vertices++
	}
	if vertices == 0 {
		return 0
	}
	for d, triangles := range sums {
		if triangles > 0 {
			sum += triangles / float64(pairsOf(uint32(d)))
		}
	}
	return sum / float64(vertices)
}

// Vertices counts the triangles that each vertex of src is a corner of. It plans, reads
// and cleans as [Count] does, by every method and on every order, whole or in parts, on
// the CPU; and by the methods auto and merge whole on one GPU, the first of opt.Devices, or
// in parts on all of these; and by those of the engine "opencl". What is known of each
// vertex stays in memory.
//
// Errors: those of [Count], and errors.ErrUnsupported for device.CUDA with another method.
func Vertices(ctx context.Context, src graph.Source, opt Options) (*PerVertex, error) {
	r, err := opt.run(ctx, src, goal{asked: perVertex})
	if err != nil {
		return nil, err
	}
	return &PerVertex{Result: *r.result, Labels: r.found.vertices.Labels, Degrees: r.found.degrees, Counts: r.found.counts}, nil
}
