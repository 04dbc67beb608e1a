package report

import (
	"github.com/tricycle-graph/tricycle/internal/page"
	"github.com/tricycle-graph/tricycle/triangle"
)

// Triangles says how many there are.
func Triangles(r *triangle.Result) page.Section {
	return page.Section{Title: "Triangles", Blocks: []page.Block{
		page.Facts{
			{Name: "triangles", Value: r.Triangles, Note: "three vertices joined by three edges, each counted once"},
			{Name: "vertices", Value: r.Vertices},
			{Name: "edges", Value: r.Edges, Note: "without direction, each once"},
			{Name: "wedges", Value: r.Wedges, Note: "paths of two edges, the sum of d (d − 1) / 2 over all degrees d"},
			{Name: "transitivity", Value: r.Transitivity(), Note: "3 × triangles / wedges"},
			{Name: "largest degree", Value: r.MaxDegree},
		},
	}}
}
