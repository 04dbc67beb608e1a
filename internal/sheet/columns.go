package sheet

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/tricycle-graph/tricycle/internal/readable"
)

// Columns is a small table of a sheet, under an empty line. The first column is aligned
// left, and the others right.
type Columns struct{ rows [][]string } // as they are seen

// NewColumns returns a table with the names of its columns and without rows.
func NewColumns(names ...string) *Columns { return &Columns{[][]string{names}} }

// Add adds a row.
func (c *Columns) Add(cells ...string) {
	row := make([]string, len(cells))
	for i, cell := range cells {
		row[i] = readable.OneLine(cell)
	}
	c.rows = append(c.rows, row)
}

// Print writes nothing where there is no row.
func (c *Columns) Print(w io.Writer) error {
	if len(c.rows) == 1 {
		return nil
	}
	widths := make([]int, len(c.rows[0]))
	for _, cells := range c.rows {
		for i, cell := range cells {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	var text strings.Builder
	for _, cells := range c.rows {
		text.WriteByte('\n')
		fmt.Fprintf(&text, "%-*s", widths[0], cells[0])
		for i, cell := range cells[1:] {
			fmt.Fprintf(&text, "  %*s", widths[i+1], cell)
		}
	}
	text.WriteByte('\n')
	_, err := io.WriteString(w, "\n"+text.String()[1:])
	return err
}
