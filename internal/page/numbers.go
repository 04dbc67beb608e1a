package page

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"github.com/tricycle-graph/tricycle/internal/plot"
)

// numbersOf returns what a chart or bars show, as a table; nil of other figures.
func numbersOf(figure plot.Figure) *Table {
	switch f := figure.(type) {
	case plot.Chart:
		return numbersOfChart(f)
	case plot.Bars:
		t := &Table{Title: f.Title, Columns: []string{"bar"}}
		for _, s := range f.Series {
			t.Columns = append(t.Columns, cmp.Or(s.Name, f.Axis.Label))
		}
		for i, name := range f.Rows {
			row := []any{name}
			for _, s := range f.Series {
				row = append(row, number(s.Values[i]))
				if s.Values[i] == plot.Missing {
					row[len(row)-1] = nil
				}
			}
			t.Rows = append(t.Rows, row)
		}
		return t
	}
	return nil
}

// numbersOfChart has a row for each x, and a column for each series; the last of several
// points of a series with one x counts.
func numbersOfChart(f plot.Chart) *Table {
	t := &Table{Title: f.Title, Columns: []string{f.X.Label}}
	rows := map[float64][]any{}
	for i, s := range f.Series {
		t.Columns = append(t.Columns, cmp.Or(s.Name, f.Y.Label))
		for j, x := range s.X {
			if rows[x] == nil {
				rows[x] = make([]any, len(f.Series)+1)
				rows[x][0] = number(x)
			}
			rows[x][i+1] = number(s.Y[j])
		}
	}
	for _, x := range slices.Sorted(maps.Keys(rows)) {
		t.Rows = append(t.Rows, rows[x])
	}
	return t
}

// number is a whole number where it is one.
func number(v float64) any {
	if v == math.Trunc(v) && math.Abs(v) <= mostExact {
		return int(v)
	}
	return v
}
