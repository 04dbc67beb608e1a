package triangle

import (
	"context"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// memory is a graph in memory as a source.
type memory struct{ graph *graph.Graph }

func (m memory) Info() graph.Info {
	edges := graph.Known(m.graph.Edges())
	return graph.Info{
		Name: "graph in memory", Format: "memory", Vertices: graph.Known(m.graph.Vertices()), Records: edges, MaxRecords: edges,
		EachOnce: true, Rereadable: true, Direct: true,
	}
}

func (m memory) Graph(context.Context, int) (*graph.Graph, error) { return m.graph, nil }

// Read yields each edge once, from its larger end.
func (m memory) Read(ctx context.Context, workers int, emit func(worker int, b graph.Batch) error) (graph.Summary, error) {
	const (
		rows  = 1 << 10 // taken by a worker at once
		batch = 1 << 13 // edges
	)
	summary := graph.Summary{Records: m.graph.Edges(), Vertices: graph.Known(m.graph.Vertices())}
	buffers := make([][]graph.Edge, workers)
	err := par.Chunks(ctx, workers, m.graph.Vertices(), rows, func(worker, begin, end int) error {
		edges := buffers[worker][:0]
		for u := uint32(begin); u < uint32(end); u++ {
			for _, v := range m.graph.Neighbors(u) {
				if v > u {
					break
				}
				if edges = append(edges, graph.Edge{U: u, V: v}); len(edges) == batch {
					if err := emit(worker, graph.Batch{Edges: edges}); err != nil {
						return err
					}
					edges = edges[:0]
				}
			}
		}
		buffers[worker] = edges
		return emit(worker, graph.Batch{Edges: edges})
	})
	return summary, err
}

func (m memory) Close() error { return nil }
