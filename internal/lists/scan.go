package lists

import (
	"context"
	"math"
	"math/big"
	"sync/atomic"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// RankedWork is about what [Below.ScanWork] would be under OrderDegree, by vertices spread over all.
func RankedWork(g *graph.Graph) uint64 {
	const looked = 1 << 16 // entries
	n, entries := uint64(g.Vertices()), 2*g.Edges()
	if n == 0 {
		return 0
	}
	work, seen := 0.0, uint64(0)
	for v := uint64(0); v < n; v += entries/looked + 1 {
		list, degree := g.Neighbors(uint32(v)), g.Degree(uint32(v))
		earlier := 0
		for _, u := range list {
			if d := g.Degree(u); d > degree || d == degree && uint64(u) < v {
				earlier++
			}
		}
		work += float64(earlier) * float64(len(list)-earlier)
		seen++
	}
	return uint64(work * float64(n) / float64(seen))
}

// boundDegree is up to which degree [ScanBound] takes half of the neighbours for smaller.
const boundDegree = 32

// ScanBound returns no less than [Below.ScanWork] would be, from the degrees, and where these
// say more than enough, from the lists of the vertices with many neighbours.
func ScanBound(ctx context.Context, g *graph.Graph, f Facts, enough uint64, threads int) (uint64, error) {
	// A vertex of degree d has at most d^2/4 pairs of a smaller and a larger neighbour.
	if bound := f.wedgesLow/2 + f.Edges/2 + 1; f.wedgesHigh == 0 && bound <= enough {
		return bound, nil
	}
	total := atomic.Uint64{}
	err := par.Chunks(ctx, par.Workers(threads), g.Vertices(), 1<<14, func(_, begin, end int) error {
		work := uint64(0)
		for v := begin; v < end; v++ {
			degree := uint64(g.Degree(uint32(v)))
			below := degree / 2
			if degree > boundDegree {
				below = uint64(countBelow(g.Neighbors(uint32(v)), uint32(v)))
			}
			work += below * (degree - below)
		}
		total.Add(work)
		return nil
	})
	return total.Load(), err
}

// nearShare is the part of all ids, as a power of two, that the ends of an edge may be
// apart to be near each other.
const nearShare = 6

// NearEdges returns which share of the edges of some vertices, spread over all, is between
// ids near each other. Where that is large, what belongs together lies together in memory,
// and another order than that of the ids would scatter it.
func NearEdges(g *graph.Graph) float64 {
	const vertices, entries = 1 << 14, 1 << 16 // looked at, at most, about
	n := uint64(g.Vertices())
	near, edges := 0, 0
	for v := uint64(0); v < n; v += max(n/vertices, 2*g.Edges()/entries) + 1 {
		for _, u := range g.Neighbors(uint32(v)) {
			if nearby(v, uint64(u), n) {
				near++
			}
			edges++
		}
	}
	return float64(near) / float64(max(edges, 1))
}

// nearby reports whether two ids below n are near each other.
func nearby(u, v, n uint64) bool { return max(u, v)-min(u, v) <= n>>nearShare }

// Facts are what the degrees of a graph tell.
type Facts struct {
	degreeFacts
	Vertices int
	Edges    uint64
}

// FactsOfGraph reads the degrees of g.
func FactsOfGraph(ctx context.Context, g *graph.Graph, threads int) (Facts, error) {
	f := Facts{Vertices: g.Vertices(), Edges: g.Edges()}
	workers := par.Workers(threads)
	perWorker := make([]degreeFacts, workers)
	err := par.Chunks(ctx, workers, f.Vertices, 1<<15, func(worker, begin, end int) error {
		partial := perWorker[worker]
		for v := begin; v < end; v++ {
			partial.add(g.Degree(uint32(v)))
		}
		perWorker[worker] = partial
		return nil
	})
	for _, partial := range perWorker {
		f.merge(partial)
	}
	return f, err
}

// NewFacts returns facts of degrees that were looked at elsewhere: vertices in
// all and those with an edge, edges, the largest degree, and wedges below 2^128.
func NewFacts(vertices, connected int, edges uint64, maxDegree uint32, wedges *big.Int) Facts {
	low := new(big.Int).And(wedges, new(big.Int).SetUint64(math.MaxUint64))
	high := new(big.Int).Rsh(wedges, 64)
	return Facts{
		degreeFacts: degreeFacts{maximum: maxDegree, connected: connected, wedgesHigh: high.Uint64(), wedgesLow: low.Uint64()},
		Vertices:    vertices, Edges: edges,
	}
}

// FactsOf returns what degrees tell that were counted elsewhere, of so many
// edges. Vertices without an edge may be left out of degree and are among
// vertices.
func FactsOf(ctx context.Context, degree []uint32, vertices int, edges uint64, threads int) (Facts, error) {
	f, err := summarize(ctx, degree, par.Workers(threads))
	return Facts{degreeFacts: f, Vertices: vertices, Edges: edges}, err
}
