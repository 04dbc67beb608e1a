package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/names"
	"github.com/tricycle-graph/tricycle/internal/readable"
	"github.com/tricycle-graph/tricycle/internal/summary"
)

// columns is a small table of a sheet, under an empty line. The first column is aligned
// left, and the others are numbers.
type columns struct{ rows [][]string }

func newColumns(names ...string) *columns { return &columns{[][]string{names}} }

func (c *columns) add(cells ...string) { c.rows = append(c.rows, cells) }

// writeTo writes nothing where there is no row.
func (c *columns) writeTo(w io.Writer) error {
	if len(c.rows) == 1 {
		return nil
	}
	widths := make([]int, len(c.rows[0]))
	for _, cells := range c.rows {
		for i, cell := range cells {
			widths[i] = max(widths[i], utf8.RuneCountInString(readable.OneLine(cell)))
		}
	}
	var text strings.Builder
	for _, cells := range c.rows {
		text.WriteByte('\n')
		fmt.Fprintf(&text, "%-*s", widths[0], readable.OneLine(cells[0]))
		for i, cell := range cells[1:] {
			fmt.Fprintf(&text, "  %*s", widths[i+1], cell)
		}
	}
	text.WriteByte('\n')
	_, err := io.WriteString(w, "\n"+text.String()[1:])
	return err
}

// binned returns a distribution, [value, how many have it] with rising values, in bins.
func binned(value, how string, distribution summary.Distribution) *columns {
	c := newColumns(value, how)
	last := -1
	var open summary.Bin
	sum := uint64(0)
	for _, entry := range distribution {
		b, at := summary.BinOf(entry[0])
		if at != last && last >= 0 {
			c.add(binText(open), readable.Number(sum))
			sum = 0
		}
		open, last = b, at
		sum += entry[1]
	}
	if last >= 0 {
		c.add(binText(open), readable.Number(sum))
	}
	return c
}

// binText is such as 1, 2-3 or 1,024-2,047.
func binText(b summary.Bin) string {
	if b.From == b.To {
		return readable.Number(b.From)
	}
	return readable.Number(b.From) + "-" + readable.Number(b.To)
}

// labelJSON returns what writes labels as JSON: see [names.JSONLabels], of which this takes no
// time for those that are not asked for.
func labelJSON(labels graph.Labels, n int) func(v uint32) json.RawMessage {
	if labels.Names() != nil {
		return func(v uint32) json.RawMessage { return json.RawMessage(names.QuoteJSON(labels.Label(v))) }
	}
	number := names.JSONLabels(labels, n)
	return func(v uint32) json.RawMessage { return number(nil, v) }
}
