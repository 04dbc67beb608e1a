package near

import (
	"context"

	"github.com/tricycle-graph/tricycle/graph"
)

// among is a source of the records among some vertices, which are numbered from 0 on in
// the order of their ids.
type among struct {
	src    graph.Source
	of     *set
	labels graph.Labels // of all vertices
}

func (a *among) Info() graph.Info {
	all := a.src.Info()
	return graph.Info{
		Name: all.Name, Format: all.Format, Bytes: all.Bytes, Vertices: graph.Known(len(a.of.ids)),
		MaxRecords: all.MaxRecords, Rereadable: true, Held: all.Held,
	}
}

func (a *among) Close() error { return nil }

func (a *among) Read(ctx context.Context, workers int, emit func(worker int, b graph.Batch) error) (graph.Summary, error) {
	type lane struct {
		edges   []graph.Edge
		records uint64
		_       [64]byte // keeps the workers' counters on lines of their own
	}
	lanes := make([]lane, workers)
	_, err := a.src.Read(ctx, workers, func(worker int, b graph.Batch) error {
		l := &lanes[worker]
		l.edges = l.edges[:0]
		for _, e := range b.Edges {
			if u, ok := a.of.place(uint64(e.U)); ok {
				if v, ok := a.of.place(uint64(e.V)); ok {
					l.edges = append(l.edges, graph.Edge{U: u, V: v})
				}
			}
		}
		for _, e := range b.Wide {
			if u, ok := a.of.place(e.U); ok {
				if v, ok := a.of.place(e.V); ok {
					l.edges = append(l.edges, graph.Edge{U: u, V: v})
				}
			}
		}
		if len(l.edges) == 0 {
			return nil
		}
		l.records += uint64(len(l.edges))
		return emit(worker, graph.Batch{Edges: l.edges})
	})
	summary := graph.Summary{Vertices: graph.Known(len(a.of.ids))}
	for i := range lanes {
		summary.Records += lanes[i].records
	}
	names := a.labels.Names()
	for _, id := range a.of.ids {
		switch {
		case names != nil:
			summary.Names = append(summary.Names, names[id])
		case a.labels.Numbers() != nil:
			summary.Numbers = append(summary.Numbers, a.labels.Numbers()[id])
		default:
			summary.Numbers = append(summary.Numbers, a.labels.Base()+id)
		}
	}
	return summary, err
}
