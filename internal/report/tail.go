package report

import (
	"fmt"

	"github.com/tricycle-graph/tricycle/internal/page"
	"github.com/tricycle-graph/tricycle/internal/plot"
	"github.com/tricycle-graph/tricycle/internal/readable"
	"github.com/tricycle-graph/tricycle/internal/summary"
)

// tail is a picture of how many have each value or a larger one.
type tail struct {
	title     string
	owners    string // that have values, such as vertices
	have      string // what they do with a value, such as have or are in
	one, many string // of a value, such as neighbour
	name      string // of the value, such as degree
	symbol    string // for the value
}

// linearMost is up to which value axes are linear: over so few, a logarithm shows nothing.
const linearMost = 10

// figure draws it, without what has the value 0, which has no place on a logarithmic axis.
func (t tail) figure(d summary.Distribution) page.Figure {
	total := d.Total()
	half, most := d.Quantile(50), d.Quantile(99)
	says := fmt.Sprintf("Half of the %s %s %s %s or fewer, 99%% %s %s or fewer, and the most is %s.",
		readable.Number(total), t.owners, t.have, readable.Quantity(half, t.one, t.many), t.have, readable.Number(most), readable.Number(d.Max()))
	series := plot.Series{Mark: plot.Points}
	part := fmt.Sprintf("part of the %s with %s or more", t.owners, t.symbol)
	numbers := &page.Table{Title: t.title, Columns: []string{t.name + " " + t.symbol, part, t.owners}}
	values := d.Positive().AtLeast()
	note := fmt.Sprintf("The part of the %s that %s %s %s or more.", t.owners, t.have, t.symbol, t.many)
	if drawn := thin(values); len(drawn) < len(values) {
		note += fmt.Sprintf(" Of %s values %d are drawn; the numbers are exact at each.", readable.Number(uint64(len(values))), len(drawn))
		values = drawn
	}
	for _, v := range values {
		y := float64(v[1]) / float64(total)
		series.X, series.Y = append(series.X, float64(v[0])), append(series.Y, y)
		numbers.Rows = append(numbers.Rows, []any{v[0], y, v[1]})
	}
	return page.Figure{
		Plot: plot.Chart{
			Head:   plot.Head{Title: t.title, Description: says},
			X:      plot.Axis{Label: t.name + " " + t.symbol, Log: d.Max() > linearMost},
			Y:      plot.Axis{Label: part, Log: d.Max() > linearMost},
			Series: []plot.Series{series},
		},
		Note:  says + " " + note,
		Table: numbers,
	}
}

// thin returns the first value of each grade, and the last of all, where they are many.
func thin(values summary.Distribution) summary.Distribution {
	if len(values) <= chartMost {
		return values
	}
	return finest(values[0][0], values.Max(), func(begins []uint64) (some [][2]uint64) {
		for i, value := range values {
			first := i == 0
			for len(begins) > 0 && begins[0] <= value[0] {
				first, begins = true, begins[1:]
			}
			if first || i == len(values)-1 {
				some = append(some, value)
			}
		}
		return some
	})
}
