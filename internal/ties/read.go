package ties

import (
	"context"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/census"
	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/loading"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// marker takes in what the records say of their edges.
type marker interface {
	// check looks at what is known of a source that was read.
	check(info graph.Info) error
	// begin makes room for what is said of the edges of a graph.
	begin(g *graph.Graph)
	// mark takes in a record. The edge has two places in the adjacency of the graph:
	// from is that in the list of the record's first end, to that in the other's. It
	// may be called by several goroutines at once.
	mark(from, to uint64, weight float64)
	// bytes is what there is room for, of so many edges.
	bytes(edges uint64) int64
	weighted() bool
}

// heldBytes is what the process takes itself, and what its workers read into.
const heldBytes = 32 << 20

// read makes a graph of src, and gives m the records but for loops. Within opt.Memory
// there is room for [NewTriangles] then.
func read(ctx context.Context, src graph.Source, opt graph.Options, m marker) (g *graph.Graph, err error) {
	workers := par.Workers(opt.Threads)
	need := func(vertices, edges uint64, declared bool) int64 {
		return m.bytes(edges) + finderBytes(vertices, declared) + trianglesBytes(vertices, edges, workers)
	}
	beside := func(found census.Census) int64 {
		vertices := max(uint64(found.Vertices.Get()), found.Distinct+1)
		return keptBytes(found, workers, m.weighted()) + 8*found.Vertices.Get() + need(vertices, found.Records, found.Vertices.Known())
	}
	err = loading.Within(ctx, src, opt, beside, func(src graph.Source) error {
		records, err := keep(ctx, src, m.weighted(), opt)
		if err != nil {
			return err
		}
		if err := m.check(records.info); err != nil {
			return err
		}
		if g, err = lists.Graph(ctx, records, opt); err != nil {
			return err
		}
		n, edges := uint64(g.Vertices()), g.Edges()
		all := heldBytes + records.info.Holds() + int64(8*n+8*edges) + 8*int64(len(g.Labels().Numbers())) +
			need(n, edges, records.summary.Vertices.Known())
		if opt.Memory > 0 && all > opt.Memory {
			return &graph.MemoryError{What: "keeping what is said of the edges of " + records.info.Name, Need: all, Limit: opt.Memory}
		}
		m.begin(g)
		return look(ctx, records, g, opt, m)
	})
	return g, err
}

// look looks up each record in the graph that was made of them.
func look(ctx context.Context, records *kept, g *graph.Graph, opt graph.Options, m marker) error {
	find := newFinder(g, records.summary)
	opt.Meter.Start("look up", records.info.Records.Get())
	one := func(u, v uint64, weight float64) {
		if u != v {
			a, b := find.vertex(u), find.vertex(v)
			m.mark(place(g, a, b), place(g, b, a), weight)
		}
	}
	_, err := records.Read(ctx, par.Workers(opt.Threads), func(_ int, b graph.Batch) error {
		weight := 1.0
		for i, e := range b.Edges {
			if b.Weights != nil {
				weight = b.Weights[i]
			}
			one(uint64(e.U), uint64(e.V), weight)
		}
		for i, e := range b.Wide {
			if b.Weights != nil {
				weight = b.Weights[i]
			}
			one(e.U, e.V, weight)
		}
		opt.Meter.Add(int64(len(b.Edges) + len(b.Wide)))
		return nil
	})
	return err
}
