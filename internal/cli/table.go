package cli

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// table prints answers a row each, as they come: what was counted is not lost
// when a later file fails or is interrupted.
type table[A any] struct {
	columns []column[A]
	begun   bool
}

type column[A any] struct {
	name  string
	width int // negative to align left
	cell  func(a A) string
}

// fileWidth is the width of the column of files, which is aligned left.
func fileWidth(names []string) int {
	longest := len("file")
	for _, name := range names {
		longest = max(longest, utf8.RuneCountInString(oneLine(name)))
	}
	return -longest
}

func newTable(names []string) *table[*answer] {
	t := &table[*answer]{columns: []column[*answer]{
		{"file", fileWidth(names), func(a *answer) string { return a.Info.Name }},
		{"triangles", 15, func(a *answer) string { return thousands(a.Triangles) }},
		{"vertices", 13, func(a *answer) string { return thousands(a.Vertices) }},
		{"edges", 14, func(a *answer) string { return thousands(a.Edges) }},
		{"wedges", 18, func(a *answer) string { return bigThousands(a.Wedges) }},
		{"transitivity", 12, func(a *answer) string { return fmt.Sprintf("%.6f", a.Transitivity()) }},
		{"max degree", 11, func(a *answer) string { return thousands(a.MaxDegree) }},
		{"max out", 9, func(a *answer) string { return thousands(a.MaxOutDegree) }},
		{"engine", 6, func(a *answer) string { return string(a.Engine) }},
	}}
	for _, p := range phases {
		t.columns = append(t.columns, column[*answer]{p.name, 8, func(a *answer) string { return duration(p.seconds(&a.Seconds)) }})
	}
	t.columns = append(t.columns, column[*answer]{"throughput", 14, func(a *answer) string { return edgesPerSecond(a.rate()) }})
	return t
}

func (t *table[A]) print(w io.Writer, a A) error {
	if !t.begun {
		t.begun = true
		if err := t.row(w, func(c column[A]) string { return c.name }); err != nil {
			return err
		}
	}
	return t.row(w, func(c column[A]) string { return c.cell(a) })
}

func (t *table[A]) row(w io.Writer, cell func(c column[A]) string) error {
	cells := make([]string, len(t.columns))
	for i, c := range t.columns {
		cells[i] = fmt.Sprintf("%*s", c.width, oneLine(cell(c)))
	}
	_, err := fmt.Fprintln(w, strings.TrimRight(strings.Join(cells, "  "), " "))
	return err
}
