package report

import (
	"github.com/tricycle-graph/tricycle/internal/page"
	"github.com/tricycle-graph/tricycle/triangle"
)

// Compare puts the counts of several files side by side.
func Compare(results []*triangle.Result) page.Section {
	t := page.Table{
		Title:   "All files",
		Columns: []string{"file", "vertices", "edges", "triangles", "transitivity", "largest degree"},
	}
	for _, r := range results {
		t.Rows = append(t.Rows, []any{Name(r.Info), r.Vertices, r.Edges, r.Triangles, r.Transitivity(), r.MaxDegree})
	}
	return page.Section{Title: "Side by side", Blocks: []page.Block{t}}
}
