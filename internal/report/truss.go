package report

import (
	"fmt"

	"github.com/tricycle-graph/tricycle/internal/page"
	"github.com/tricycle-graph/tricycle/internal/plot"
	"github.com/tricycle-graph/tricycle/internal/readable"
	"github.com/tricycle-graph/tricycle/internal/summary"
	"github.com/tricycle-graph/tricycle/internal/truss"
	"github.com/tricycle-graph/tricycle/triangle"
)

// Truss says how the trussness of edges is distributed, how large each k-truss is, and which
// vertices are in the innermost. The sizes are those of p.
func Truss(p *triangle.PerEdge, sizes []truss.Size) []page.Section {
	section := page.Section{Title: "Trussness"}
	if len(sizes) == 0 {
		section.Blocks = []page.Block{page.Text("Without an edge there is no k-truss.")}
		return []page.Section{section}
	}
	inner := sizes[len(sizes)-1]
	section.Blocks = append(section.Blocks,
		page.Facts{
			{Name: "largest k", Value: inner.K, Note: "the largest trussness of an edge"},
			{Name: "its vertices", Value: inner.Vertices, Note: "of the innermost truss, that of the largest k"},
			{Name: "its edges", Value: inner.Edges},
			{Name: "its components", Value: inner.Components, Note: "connected parts"},
		},
		page.Text("The k-truss is the largest subgraph in which every edge is in k − 2 triangles of the subgraph and more; the 2-truss has every edge. The trussness of an edge is the largest k whose k-truss holds it."),
	)
	if len(sizes) > 1 {
		section.Blocks = append(section.Blocks, trussness(sizes), trussSizes(sizes))
		section.Blocks = append(section.Blocks, innermost(p, inner))
	}
	return []page.Section{section}
}

// trussness draws how many edges have each trussness: those of a k-truss that the next one is
// without.
func trussness(sizes []truss.Size) page.Figure {
	wide := (len(sizes) + chartMost - 1) / chartMost // values of a bin
	series := plot.Series{Mark: plot.Points}
	numbers := &page.Table{Title: "Edges by trussness", Columns: []string{"trussness k", "edges of this trussness"}}
	if wide > 1 {
		numbers.Columns = []string{"trussness from", "to", "edges of these"}
	}
	var most, upTo truss.Size
	for i := 0; i < len(sizes); i += wide {
		edges, last := sizes[i].Edges, sizes[min(i+wide, len(sizes))-1]
		if i+wide < len(sizes) {
			edges -= sizes[i+wide].Edges
		}
		if edges > most.Edges {
			most, upTo = truss.Size{K: sizes[i].K, Edges: edges}, last
		}
		series.X, series.Y = append(series.X, float64(sizes[i].K)), append(series.Y, float64(edges))
		row := []any{sizes[i].K, edges}
		if wide > 1 {
			row = []any{sizes[i].K, last.K, edges}
		}
		numbers.Rows = append(numbers.Rows, row)
	}
	says := fmt.Sprintf("Most edges, %s of %s, have a trussness of %d.", readable.Number(most.Edges), readable.Number(sizes[0].Edges), most.K)
	if wide > 1 {
		says = fmt.Sprintf("In bins of %d values from each k on; most edges, %s of %s, have a trussness from %d to %d.",
			wide, readable.Number(most.Edges), readable.Number(sizes[0].Edges), most.K, upTo.K)
	}
	head, edges := plot.Head{Title: "Edges by trussness", Description: says}, "edges of this trussness"
	figure := page.Figure{Note: says, Table: numbers, Plot: plot.Chart{
		Head: head, X: plot.Axis{Label: "trussness k"}, Y: plot.Axis{Label: edges, Log: true}, Series: []plot.Series{series},
	}}
	if len(sizes) <= trussBars {
		bars := plot.Bars{Head: head, Axis: plot.Axis{Label: edges}, Series: []plot.BarSeries{{Values: series.Y}}}
		for _, k := range series.X {
			bars.Rows = append(bars.Rows, fmt.Sprintf("k = %v", k))
		}
		figure.Plot = bars
	}
	return figure
}

// trussBars is of how many values of trussness each has a bar.
const trussBars = 16

// trussSizes draws how the k-trusses shrink.
func trussSizes(sizes []truss.Size) page.Figure {
	first, last := sizes[0], sizes[len(sizes)-1]
	says := fmt.Sprintf("From the 2-truss of %s and %s to the %d-truss of %s and %s.",
		readable.Quantity(first.Vertices, "vertex", "vertices"), readable.Quantity(first.Edges, "edge", "edges"), last.K,
		readable.Quantity(last.Vertices, "vertex", "vertices"), readable.Quantity(last.Edges, "edge", "edges"))
	note := "The vertices with an edge in the k-truss, its edges, and its connected components."
	step := (len(sizes) + chartMost - 1) / chartMost
	if step > 1 {
		note += fmt.Sprintf(" One k of %d is drawn, and the last; the numbers are exact at each.", step)
	}
	vertices, edges, components := plot.Series{Name: "vertices"}, plot.Series{Name: "edges"}, plot.Series{Name: "components"}
	for i, s := range sizes {
		if i%step > 0 && i < len(sizes)-1 {
			continue
		}
		for _, of := range []struct {
			series *plot.Series
			value  uint64
		}{{&vertices, s.Vertices}, {&edges, s.Edges}, {&components, s.Components}} {
			of.series.X, of.series.Y = append(of.series.X, float64(s.K)), append(of.series.Y, float64(of.value))
		}
	}
	return page.Figure{
		Plot: plot.Chart{
			Head: plot.Head{Title: "Sizes of the k-trusses", Description: says},
			X:    plot.Axis{Label: "k"}, Y: plot.Axis{Label: "in the k-truss", Log: true},
			Series: []plot.Series{vertices, edges, components},
		},
		Note: says + " " + note,
	}
}

// innermost lists the vertices of the truss of the largest k that have the most edges in it.
func innermost(p *triangle.PerEdge, inner truss.Size) page.Table {
	degrees := make([]uint32, len(p.Degrees)) // in the truss
	for e := range summary.EdgesBehind(p, 0) {
		if e.Trussness == inner.K {
			degrees[e.U]++
			degrees[e.V]++
		}
	}
	top := summary.Largest[uint32]{Most: topRows}
	for v, degree := range degrees {
		if degree > 0 {
			top.Add(uint32(v), float64(degree))
		}
	}
	t := page.Table{Title: fmt.Sprintf("In the %d-truss", inner.K), Columns: []string{"vertex", "edges in the truss", "degree"}}
	for _, v := range top.Sorted() {
		t.Rows = append(t.Rows, []any{called(p.Labels, v), degrees[v], p.Degrees[v]})
	}
	if more := inner.Vertices - uint64(len(t.Rows)); more > 0 {
		t.Note = fmt.Sprintf("And %s more.", readable.Quantity(more, "vertex", "vertices"))
	}
	return t
}
