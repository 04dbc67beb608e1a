package cli

import (
	"context"
	"fmt"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/plot"
	"github.com/tricycle-graph/tricycle/internal/readable"
	"github.com/tricycle-graph/tricycle/internal/report"
)

// spyOrders are the orders that --spy shows: the graph as it is first.
var spyOrders = []graph.Order{graph.OrderID, graph.OrderDegree, graph.OrderAverageDegree, graph.OrderDegeneracy}

// spy draws how full the matrix of a graph is under each order. It needs less than building the
// graph did; one that is used in place was not built.
func spy(ctx context.Context, src graph.Source, g *graph.Graph, opt graph.Options) (plot.Heat, error) {
	need := lists.DensityBytes(g.Vertices(), opt.Threads)
	if _, inPlace := src.(graph.Loader); inPlace && opt.Memory > 0 && need > opt.Memory {
		return plot.Heat{}, &graph.MemoryError{What: "ranking the vertices for --spy", Need: need, Limit: opt.Memory}
	}
	f := plot.Heat{
		Head: plot.Head{
			Title: "The matrix of " + report.Name(src.Info()),
			Description: fmt.Sprintf("Where the entries of the symmetric matrix are, of %s vertices and %s edges, under each order. "+
				"A cell is the darker, or on a dark ground the lighter, the fuller it is.", readable.Number(g.Vertices()), readable.Number(g.Edges())),
		},
		Scale: plot.Axis{Label: "part of a cell's entries that are edges", Log: true},
	}
	matrices, err := report.Matrices(ctx, g, spyOrders, opt)
	if err != nil {
		return plot.Heat{}, err
	}
	for _, m := range matrices {
		if isolated := g.Vertices() - m.Rows; isolated > 0 {
			f.Note = fmt.Sprintf("Without %s.", readable.Quantity(uint64(isolated), "isolated vertex", "isolated vertices"))
		}
		f.Panels = append(f.Panels, plot.Panel{Title: m.Name(), Columns: m.Side, Cells: m.Cells, Symmetric: true})
	}
	return f, nil
}
