package graph

import (
	"context"

	"github.com/tricycle-graph/tricycle/internal/par"
)

// Source returns g as a source: its edges, each once. It is a [Loader].
func (g *Graph) Source() Source { return memory{g} }

// memory is a graph in memory as a source.
type memory struct{ graph *Graph }

func (m memory) Info() Info {
	edges := Known(m.graph.Edges())
	return Info{
		Name: "graph in memory", Format: "memory", Vertices: Known(m.graph.Vertices()), Records: edges, MaxRecords: edges,
		Loaded: true, EachOnce: true, Rereadable: true, Direct: true,
	}
}

func (m memory) Graph(context.Context, int) (*Graph, error) { return m.graph, nil }

// Read yields each edge once, from its larger end.
func (m memory) Read(ctx context.Context, workers int, emit func(worker int, b Batch) error) (Summary, error) {
	const (
		rows  = 1 << 10 // taken by a worker at once
		batch = 1 << 13 // edges
	)
	summary := Summary{Records: m.graph.Edges(), Vertices: Known(m.graph.Vertices())}
	buffers := make([][]Edge, workers)
	err := par.Chunks(ctx, workers, m.graph.Vertices(), rows, func(worker, begin, end int) error {
		edges := buffers[worker][:0]
		for u := uint32(begin); u < uint32(end); u++ {
			for _, v := range m.graph.Neighbors(u) {
				if v > u {
					break
				}
				if edges = append(edges, Edge{U: u, V: v}); len(edges) == batch {
					if err := emit(worker, Batch{Edges: edges}); err != nil {
						return err
					}
					edges = edges[:0]
				}
			}
		}
		buffers[worker] = edges
		return emit(worker, Batch{Edges: edges})
	})
	return summary, err
}

func (m memory) Close() error { return nil }
