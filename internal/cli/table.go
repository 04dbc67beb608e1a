package cli

import (
	"fmt"
	"io"
	"strings"
)

// table prints answers a row each, as they come: what was counted is not lost
// when a later file fails or is interrupted.
type table struct {
	columns []column
	begun   bool
}

type column struct {
	name  string
	width int // negative to align left
	cell  func(a *answer) string
}

func newTable(names []string) *table {
	longest := len("file")
	for _, name := range names {
		longest = max(longest, len(name))
	}
	t := &table{columns: []column{
		{"file", -longest, func(a *answer) string { return a.Info.Name }},
		{"triangles", 15, func(a *answer) string { return thousands(a.Triangles) }},
		{"vertices", 13, func(a *answer) string { return thousands(a.Vertices) }},
		{"edges", 14, func(a *answer) string { return thousands(a.Edges) }},
		{"wedges", 18, func(a *answer) string { return bigThousands(a.Wedges) }},
		{"transitivity", 12, func(a *answer) string { return fmt.Sprintf("%.6f", a.Transitivity()) }},
		{"max degree", 11, func(a *answer) string { return thousands(a.MaxDegree) }},
		{"max out", 9, func(a *answer) string { return thousands(a.MaxOutDegree) }},
	}}
	for _, p := range phases {
		t.columns = append(t.columns, column{p.name, 8, func(a *answer) string { return duration(p.seconds(&a.Seconds)) }})
	}
	t.columns = append(t.columns, column{"throughput", 14, func(a *answer) string { return edgesPerSecond(a.rate()) }})
	return t
}

func (t *table) print(w io.Writer, a *answer) error {
	if !t.begun {
		t.begun = true
		if err := t.row(w, func(c column) string { return c.name }); err != nil {
			return err
		}
	}
	return t.row(w, func(c column) string { return c.cell(a) })
}

func (t *table) row(w io.Writer, cell func(c column) string) error {
	cells := make([]string, len(t.columns))
	for i, c := range t.columns {
		cells[i] = fmt.Sprintf("%*s", c.width, cell(c))
	}
	_, err := fmt.Fprintln(w, strings.TrimRight(strings.Join(cells, "  "), " "))
	return err
}
