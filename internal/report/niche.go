package report

import (
	"fmt"
	"slices"

	"github.com/tricycle-graph/tricycle/foodweb"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/page"
	"github.com/tricycle-graph/tricycle/internal/readable"
	"github.com/tricycle-graph/tricycle/internal/summary"
)

// Niche says what a food web is made of, and how far its niches overlap: two predators are rivals,
// and joined in niche, where they share a prey.
func Niche(web *foodweb.Web, niche *graph.Graph) []page.Section {
	living := float64(web.Living())
	facts := page.Facts{
		{Name: "compartments", Value: web.Compartments(), Note: "all vertices of the file"},
		{Name: "living", Value: web.Living(), Note: "class 1, where a partition tells classes; else all"},
		{Name: "arcs", Value: web.Arcs(), Note: "from prey to predator, between living compartments"},
		{Name: "connectance", Value: ratio(float64(web.Arcs()), living*living), Note: "arcs / living², the part of all arcs that there could be"},
	}
	degrees := make([]uint32, niche.Vertices())
	top, rivals := summary.Largest[uint32]{Most: topMost}, 0
	for v := range degrees {
		if degrees[v] = niche.Degree(uint32(v)); degrees[v] > 0 {
			rivals++
			top.Add(uint32(v), float64(degrees[v]))
		}
	}
	overlap := page.Section{Title: "Niche overlap", Blocks: []page.Block{page.Facts{
		{Name: "pairs that share a prey", Value: niche.Edges(), Note: "edges of the niche-overlap graph"},
		{Name: "part of all pairs", Value: ratio(2*float64(niche.Edges()), living*(living-1)), Note: "pairs that share a prey / (living × (living − 1) / 2)"},
		{Name: "with a rival", Value: rivals, Note: "compartments that share a prey with another one"},
		{Name: "rivals, mean", Value: ratio(2*float64(niche.Edges()), float64(rivals)), Note: "of those with a rival"},
	}}}
	if rivals > 0 {
		overlap.Blocks = append(overlap.Blocks, tail{
			title: "Rivals", owners: "compartments", have: "have", one: "rival", many: "rivals", name: "rivals", symbol: "r",
		}.figure(summary.Distribute(slices.Values(degrees))))
		table := page.Table{Title: "Most rivals", Columns: []string{"compartment", "rivals"}}
		for _, v := range top.Sorted() {
			table.Rows = append(table.Rows, []any{called(niche.Labels(), v), degrees[v]})
		}
		if rivals > topMost {
			table.Note = fmt.Sprintf("And %s more with a rival.", readable.Number(uint64(rivals-topMost)))
		}
		overlap.Blocks = append(overlap.Blocks, table)
	}
	return []page.Section{{Title: "The food web", Blocks: []page.Block{facts}}, overlap}
}

// ratio is a part of a whole, or nil where there is no whole.
func ratio(part, whole float64) any {
	if whole <= 0 {
		return nil
	}
	return part / whole
}
