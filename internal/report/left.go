package report

import (
	"fmt"

	"github.com/tricycle-graph/tricycle/internal/page"
)

// Left is something that a report leaves out.
type Left struct{ What, Why string }

// LeftOutOf says that a report of several files has sections of their own only for the first of
// them, and what it is without of the others, which have these names.
func LeftOutOf(first int, names []string, left [][]Left) page.Section {
	section := page.Section{Title: "Left out", Blocks: []page.Block{
		page.Text(fmt.Sprintf("Pictures and tables of their own have the first %d of %d files, so that the page stays small. tricycle report FILE shows all that there is to see of one.", first, first+len(names))),
	}}
	t := page.Table{Title: "What was not found of the other files", Columns: []string{"file", "what", "why"}}
	for i, name := range names {
		for _, l := range left[i] {
			t.Rows = append(t.Rows, []any{name, l.What, l.Why})
		}
	}
	if len(t.Rows) > 0 {
		section.Blocks = append(section.Blocks, t)
	}
	return section
}

// LeftOut says what a report of a graph is without.
func LeftOut(left []Left) page.Section {
	t := page.Table{Title: "What this report is without", Columns: []string{"what", "why"}}
	for _, l := range left {
		t.Rows = append(t.Rows, []any{l.What, l.Why})
	}
	return page.Section{Title: "Left out", Blocks: []page.Block{t}}
}
