package bench

import (
	"fmt"
	"slices"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/plot"
	"github.com/tricycle-graph/tricycle/internal/readable"
	"github.com/tricycle-graph/tricycle/internal/report"
)

// Figure draws the times of the methods on the orders.
func (m *Graph) Figure() plot.Bars {
	f := plot.Bars{
		Head: plot.Head{
			Title:       "Counting the triangles of " + report.Name(m.info),
			Description: fmt.Sprintf("Bars of the time that each method takes on each order, for %s vertices and %s edges.", readable.Number(m.vertices), readable.Number(m.edges)),
			Note:        m.by.note(m.device()),
		},
		Axis: plot.Axis{Label: "time to order, orient and count", Log: true, Format: plot.Seconds},
	}
	type place struct{ row, series string }
	times := make(map[place]float64)
	var orders []string
	for _, row := range m.rows() {
		seconds := fromLists(row.Seconds)
		name := string(row.Method)
		if m.device() != "" {
			name = fmt.Sprintf("%s, %s", row.Method, row.Engine)
		}
		if row.Order == graph.OrderAuto { // a plan, which has no twin on the other orders
			f.Note += fmt.Sprintf(" As count does it, on %s: %s.", row.Engine, readable.Seconds(seconds))
			continue
		}
		if !slices.Contains(f.Rows, name) {
			f.Rows = append(f.Rows, name)
		}
		if !slices.Contains(orders, string(row.Order)) {
			orders = append(orders, string(row.Order))
		}
		times[place{name, string(row.Order)}] = seconds
	}
	for _, order := range orders {
		series := plot.BarSeries{Name: order}
		for _, name := range f.Rows {
			seconds, measured := times[place{name, order}]
			if !measured {
				seconds = plot.Missing
			}
			series.Values = append(series.Values, seconds)
		}
		f.Series = append(f.Series, series)
	}
	return f
}
