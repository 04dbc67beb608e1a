package report

import (
	"github.com/tricycle-graph/tricycle/internal/page"
	"github.com/tricycle-graph/tricycle/internal/summary"
	"github.com/tricycle-graph/tricycle/triangle"
)

// Edges says how many triangles hold each edge, and which edges the most: p, and its summary.
func Edges(p *triangle.PerEdge, s summary.Edges) []page.Section {
	d := s.Support
	in := d.Positive().Total()
	support := page.Section{Title: "Support of edges", Blocks: []page.Block{page.Facts{
		{Name: "edges in a triangle", Value: in, Note: percent(in, p.Edges) + " of all"},
		{Name: "largest support", Value: d.Max(), Note: "the support of an edge is the number of triangles that hold it"},
		{Name: "median support", Value: d.Quantile(50), Note: "the least that half of the edges do not exceed"},
		{Name: "mean support", Value: s.Mean, Note: "3 × triangles / edges: each triangle holds three"},
		{Name: "mean Jaccard", Value: s.MeanJaccard, Note: "support / (d + e − support) for ends of degree d and e: the part of the neighbours of either end that are neighbours of both"},
		{Name: "mean edge clustering", Value: s.MeanECC, Note: "support / (the smaller degree − 1): the part of the triangles that could be at the edge that are there"},
	}}}
	if d.Max() > 0 {
		support.Blocks = append(support.Blocks, tail{
			title: "Support of edges", owners: "edges", have: "are in", one: "triangle", many: "triangles", name: "support", symbol: "s",
		}.figure(d))
	}
	t := page.Table{Title: "Largest support", Columns: []string{"source", "target", "support", "Jaccard", "edge clustering"}}
	for _, e := range s.Top {
		if e.Support == 0 {
			break
		}
		t.Rows = append(t.Rows, []any{called(p.Labels, e.U), called(p.Labels, e.V), e.Support, e.Jaccard(p), e.ECC(p)})
	}
	if len(t.Rows) == 0 {
		return []page.Section{support}
	}
	return []page.Section{support, {Title: "Top edges", Blocks: []page.Block{t}}}
}
