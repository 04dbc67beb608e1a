package report

import (
	"fmt"
	"strconv"

	"github.com/tricycle-graph/tricycle/internal/plot"
)

// Phase is a part of a run with a name, and how long it took; 0 where it was not.
type Phase struct {
	Name    string
	Seconds float64
}

// phaseBars draws how long each phase took.
func phaseBars(phases []Phase) plot.Bars {
	f := plot.Bars{
		Head: plot.Head{Title: "Seconds by phase", Description: "A bar for each phase, in the order in which they pass, and for all of it."},
		Axis: plot.Axis{Label: "seconds", Format: plot.Seconds},
	}
	values, longest := plot.BarSeries{}, Phase{}
	for _, p := range phases {
		if p.Seconds > 0 {
			f.Rows, values.Values = append(f.Rows, p.Name), append(values.Values, p.Seconds)
		}
		if p.Name != "total" && p.Seconds > longest.Seconds {
			longest = p
		}
	}
	if longest.Seconds > 0 {
		f.Description += fmt.Sprintf(" The longest is %s, of %s.", longest.Name, plot.Seconds(longest.Seconds))
	}
	f.Series = []plot.BarSeries{values}
	return f
}

// Milliseconds is a time in a table, in a column that says so; nil for what was not done.
func Milliseconds(seconds float64) any {
	if seconds == 0 {
		return nil
	}
	return Rounded(seconds * 1e3)
}

// Rounded keeps of a measured number the four digits that may mean something.
func Rounded(v float64) float64 {
	rounded, _ := strconv.ParseFloat(strconv.FormatFloat(v, 'g', 4, 64), 64) // which is a number
	return rounded
}
