package graphtest

import (
	"context"
	"math/rand/v2"

	"github.com/tricycle-graph/tricycle/graph"
)

// Source is a source of fixed records, which declares no more than their number.
type Source struct{ Edges []graph.Edge }

// Info tells the number of records.
func (s *Source) Info() graph.Info {
	return graph.Info{Name: "test", Format: "test", Records: graph.Known(len(s.Edges))}
}

// Read yields all records at once.
func (s *Source) Read(_ context.Context, _ int, emit func(int, graph.Batch) error) (graph.Summary, error) {
	err := emit(0, graph.Batch{Edges: s.Edges})
	return graph.Summary{Records: uint64(len(s.Edges))}, err
}

// Close does nothing.
func (s *Source) Close() error { return nil }

// CompleteRecords returns every pair of n vertices.
func CompleteRecords(n uint32) []graph.Edge {
	var edges []graph.Edge
	for v := range n {
		for u := range v {
			edges = append(edges, graph.Edge{U: u, V: v})
		}
	}
	return edges
}

// SkewedRecords draws m edges of n vertices whose ends crowd at small ids.
func SkewedRecords(random *rand.Rand, n uint32, m int) []graph.Edge {
	edges := make([]graph.Edge, m)
	for i := range edges {
		u, v := random.Float64(), random.Float64()
		edges[i] = graph.Edge{U: uint32(u * u * u * float64(n)), V: uint32(v * v * v * float64(n))}
	}
	return edges
}
