package report

import (
	"slices"

	"github.com/tricycle-graph/tricycle/internal/page"
	"github.com/tricycle-graph/tricycle/internal/summary"
)

// Degrees says how the degrees of all vertices are distributed.
func Degrees(degrees []uint32) page.Section {
	d := summary.Distribute(slices.Values(degrees))
	ends := 0.0 // exact up to 2^53
	for _, entry := range d {
		ends += float64(entry[0]) * float64(entry[1])
	}
	facts := page.Facts{{Name: "vertices", Value: len(degrees)}}
	if len(degrees) > 0 {
		facts = append(facts,
			page.Fact{Name: "mean degree", Value: ends / float64(len(degrees)), Note: "2 × edges / vertices"},
			page.Fact{Name: "least degree", Value: d.Quantile(0)},
			page.Fact{Name: "median degree", Value: d.Quantile(50), Note: "the least that half of the vertices do not exceed"},
			page.Fact{Name: "99th percentile", Value: d.Quantile(99), Note: "the least degree that 99% of the vertices do not exceed"},
			page.Fact{Name: "largest degree", Value: d.Max()},
		)
	}
	section := page.Section{Title: "Degrees", Blocks: []page.Block{facts}}
	if d.Max() > 0 {
		section.Blocks = append(section.Blocks, tail{
			title: "Degrees", owners: "vertices", have: "have", one: "neighbour", many: "neighbours", name: "degree", symbol: "d",
		}.figure(d))
	}
	return section
}
