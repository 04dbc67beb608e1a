package triangle

import (
	"context"
	"fmt"
	"time"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/coefficients"
	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/ties"
)

// Formula names a local clustering coefficient that asks for directions or weights.
// docs/directed.md has the definitions.
type Formula string

const (
	Fagiolo Formula = "fagiolo" // of directed graphs, by their directed triangles
	LCC     Formula = "lcc"     // of directed graphs, by the arcs among neighbours, as in LDBC Graphalytics
	Onnela  Formula = "onnela"  // of weighted graphs, by the geometric means of triangles
	Barrat  Formula = "barrat"  // of weighted graphs, by the weights of a vertex's own edges
)

// Clustering is [Vertices] with a local clustering coefficient for which the direction
// or the weight of records matters. Those of directed graphs read src as [Census] does;
// degrees and triangles are those of the graph without directions. Those of weighted
// graphs ask for a source that was opened for weights, which are 0 or more, and the same
// wherever an edge is listed. It is done on the CPU, in memory.
//
// Errors: those of [Census]; *graph.InputError where weights are missing or not such.
func Clustering(ctx context.Context, src graph.Source, formula Formula, opt graph.Options) (*PerVertex, error) {
	begin := time.Now()
	var (
		g     *graph.Graph
		found *coefficients.PerVertex
		read  time.Duration
		err   error
	)
	switch formula {
	case Fagiolo, LCC:
		var d *ties.Directed
		if d, err = ties.ReadDirected(ctx, src, opt); err != nil {
			return nil, err
		}
		g, read = d.Graph, time.Since(begin)
		if formula == LCC {
			found, err = coefficients.LCC(ctx, d, opt)
		} else {
			found, err = coefficients.Fagiolo(ctx, d, opt)
		}
	case Onnela, Barrat:
		var w *ties.Weighted
		if w, err = ties.ReadWeighted(ctx, src, opt); err != nil {
			return nil, err
		}
		g, read = w.Graph, time.Since(begin)
		if formula == Barrat {
			found, err = coefficients.Barrat(ctx, w, opt)
		} else {
			found, err = coefficients.Onnela(ctx, w, opt)
		}
	default:
		err = fmt.Errorf("triangle: no formula %q", formula)
	}
	if err != nil {
		return nil, err
	}
	p, err := perVertexOf(ctx, g, found, opt)
	if err != nil {
		return nil, err
	}
	p.Info, p.Formula = src.Info(), formula
	p.Seconds.Read = read.Seconds()
	p.Seconds.Total = time.Since(begin).Seconds()
	p.Seconds.Count = p.Seconds.Total - p.Seconds.Read
	return p, nil
}

// perVertexOf is the answer for a graph of which the coefficients were found.
func perVertexOf(ctx context.Context, g *graph.Graph, found *coefficients.PerVertex, opt graph.Options) (*PerVertex, error) {
	facts, err := lists.FactsOfGraph(ctx, g, opt.Threads)
	if err != nil {
		return nil, err
	}
	p := &PerVertex{
		Result: Result{
			Vertices: uint64(g.Vertices()), Edges: g.Edges(), Wedges: facts.Wedges(), MaxDegree: facts.MaxDegree(),
			Engine: device.CPU, Order: graph.OrderDegree, Cleaning: g.Report(),
		},
		Labels: g.Labels(), Counts: found.Triangles, coefficients: found.Coefficients,
	}
	sums := make([]sum, 1)
	for _, n := range p.Counts {
		sums[0].add(n)
	}
	if p.Triangles, err = third(sums); err != nil {
		return nil, err
	}
	p.Degrees, err = lists.DegreesOfGraph(ctx, g, opt.Threads)
	return p, err
}
