package report

import (
	"fmt"
	"math"
	"slices"

	"github.com/tricycle-graph/tricycle/internal/page"
	"github.com/tricycle-graph/tricycle/internal/summary"
	"github.com/tricycle-graph/tricycle/triangle"
)

// topRows is how many of the largest are told.
const topRows = 10

// Vertices says what is known of the vertices: how degrees, clustering and triangles are
// distributed, and which have the most.
func Vertices(p *triangle.PerVertex) []page.Section {
	return []page.Section{Degrees(p.Degrees), clustering(p), participation(p), topVertices(p)}
}

// participation says how many triangles vertices are in.
func participation(p *triangle.PerVertex) page.Section {
	d := summary.Distribute(slices.Values(p.Counts))
	total, in := d.Total(), d.Total()
	if len(d) > 0 && d[0][0] == 0 {
		in -= d[0][1]
	}
	facts := page.Facts{
		{Name: "vertices in a triangle", Value: in, Note: percent(in, total) + " of all"},
		{Name: "most triangles at a vertex", Value: d.Max()},
		{Name: "median", Value: d.Quantile(50), Note: "the least number of triangles that half of the vertices do not exceed"},
	}
	if total > 0 {
		facts = append(facts, page.Fact{Name: "mean", Value: 3 * float64(p.Triangles) / float64(total), Note: "3 × triangles / vertices: each triangle is at three"})
	}
	section := page.Section{Title: "Triangles at vertices", Blocks: []page.Block{facts}}
	if d.Max() > 0 {
		section.Blocks = append(section.Blocks, tail{
			title: "Triangles at vertices", owners: "vertices", have: "are in", one: "triangle", many: "triangles", name: "triangles", symbol: "t",
		}.figure(d))
	}
	return section
}

// topVertices lists the vertices that have the most.
func topVertices(p *triangle.PerVertex) page.Section {
	section := page.Section{Title: "Top vertices"}
	list := func(title, note string, of func(v uint32) float64, least uint32) {
		top := summary.Largest[uint32]{Most: topRows}
		for v := range p.Degrees {
			if p.Degrees[v] >= least {
				top.Add(uint32(v), of(uint32(v)))
			}
		}
		t := page.Table{Title: title, Columns: []string{"vertex", "degree", "triangles", "clustering"}, Note: note}
		for _, v := range top.Sorted() {
			t.Rows = append(t.Rows, []any{p.Labels.Label(v), p.Degrees[v], p.Counts[v], p.Clustering(v)})
		}
		if len(t.Rows) > 0 {
			section.Blocks = append(section.Blocks, t)
		}
	}
	list("Most triangles", "", func(v uint32) float64 { return float64(p.Counts[v]) }, 0)
	list("Most neighbours", "", func(v uint32) float64 { return float64(p.Degrees[v]) }, 0)
	least := uint32(2)
	if p.Vertices > 0 {
		least = max(least, uint32(math.Ceil(2*float64(p.Edges)/float64(p.Vertices))))
	}
	list("Highest clustering", fmt.Sprintf("Of the vertices with at least %d neighbours, the mean degree rounded up: with few neighbours, a high clustering says little. Of those with the same, the first in the file's order.", least),
		p.Clustering, least)
	return section
}
