package report

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/tricycle-graph/tricycle/internal/page"
	"github.com/tricycle-graph/tricycle/internal/par"
	"github.com/tricycle-graph/tricycle/internal/summary"
	"github.com/tricycle-graph/tricycle/triangle"
)

// topRows is how many of the largest are told.
const topRows = 10

// Vertices says what is known of the vertices: how degrees, clustering and triangles are
// distributed, and which have the most. Its error is the cause of ctx when it ends.
func Vertices(ctx context.Context, p *triangle.PerVertex, threads int) ([]page.Section, error) {
	tops := topsOf(p)
	tables := make([]page.Table, len(tops))
	sections := make([]page.Section, 3, 4)
	var means [2]float64
	var byDegree []summary.Clustered
	find := []func(){ // each goes through all vertices once
		func() { sections[0] = Degrees(p.Degrees) },
		func() { means[0] = p.AverageClustering(0) },
		func() { means[1] = p.AverageClustering(2) },
		func() { byDegree = summary.ClusteringByDegree(p) },
		func() { sections[2] = participation(p) },
	}
	for i, top := range tops {
		find = append(find, func() { tables[i] = top.table(p) })
	}
	err := par.Each(ctx, par.Workers(threads), len(find), func(_, i int) error {
		find[i]()
		return nil
	})
	sections[1] = clustering(p, means, byDegree)
	top := page.Section{Title: "Top vertices"}
	for _, table := range tables {
		if len(table.Rows) > 0 {
			top.Blocks = append(top.Blocks, table)
		}
	}
	if len(top.Blocks) > 0 {
		sections = append(sections, top)
	}
	return sections, err
}

// participation says how many triangles vertices are in.
func participation(p *triangle.PerVertex) page.Section {
	d := summary.Distribute(slices.Values(p.Counts))
	total, in := d.Total(), d.Positive().Total()
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

// topVertices is a list of the vertices that have the most of something.
type topVertices struct {
	title, note string
	of          func(v uint32) float64
	least       uint32 // neighbours of a vertex
}

// topsOf are the lists of an answer.
func topsOf(p *triangle.PerVertex) []topVertices {
	least := uint32(2)
	if p.Vertices > 0 {
		least = max(least, uint32(math.Ceil(2*float64(p.Edges)/float64(p.Vertices))))
	}
	return []topVertices{
		{title: "Most triangles", of: func(v uint32) float64 { return float64(p.Counts[v]) }},
		{title: "Most neighbours", of: func(v uint32) float64 { return float64(p.Degrees[v]) }},
		{title: "Highest clustering", of: p.Clustering, least: least, note: fmt.Sprintf(
			"Of the vertices with at least %d neighbours, the mean degree rounded up: with few neighbours, a high clustering says little. Of those with the same, the first in the file's order.", least)},
	}
}

func (t topVertices) table(p *triangle.PerVertex) page.Table {
	top := summary.Largest[uint32]{Most: topRows}
	for v, degree := range p.Degrees {
		if degree < t.least {
			continue
		}
		if value := t.of(uint32(v)); value > 0 {
			top.Add(uint32(v), value)
		}
	}
	table := page.Table{Title: t.title, Columns: []string{"vertex", "degree", "triangles", "clustering"}, Note: t.note}
	for _, v := range top.Sorted() {
		table.Rows = append(table.Rows, []any{called(p.Labels, v), p.Degrees[v], p.Counts[v], p.Clustering(v)})
	}
	return table
}
