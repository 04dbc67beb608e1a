package report

import (
	"fmt"

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
