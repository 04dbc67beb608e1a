package report

import "github.com/tricycle-graph/tricycle/internal/page"

// Left is something that a report leaves out.
type Left struct{ What, Why string }

// LeftOut says what a report of a graph is without.
func LeftOut(left []Left) page.Section {
	t := page.Table{Title: "What this report is without", Columns: []string{"what", "why"}}
	for _, l := range left {
		t.Rows = append(t.Rows, []any{l.What, l.Why})
	}
	return page.Section{Title: "Left out", Blocks: []page.Block{t}}
}
