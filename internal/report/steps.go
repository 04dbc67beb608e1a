package report

import (
	"fmt"
	"slices"

	"github.com/tricycle-graph/tricycle/internal/page"
	"github.com/tricycle-graph/tricycle/internal/plot"
)

// Steps is what the steps of the methods dias and levels left: the chordless paths of one
// length, T, and the cycles found until then, C.
type Steps struct {
	Paths, Cycles []uint64
	Method        string
	Partial       bool // the search was stopped
}

// Figure draws the steps as figure 4 of Jradi et al. does, but for its axis of sizes, which
// is logarithmic. name is that of the input.
func (s Steps) Figure(name string) plot.Chart {
	paths := plot.Series{Name: "open paths, |T|", Mark: plot.Steps}
	cycles := plot.Series{Name: "cycles, |C|", Mark: plot.Steps}
	for i := range s.Paths {
		step := float64(i + 1)
		paths.X, paths.Y = append(paths.X, step), append(paths.Y, float64(s.Paths[i]))
		cycles.X, cycles.Y = append(cycles.X, step), append(cycles.Y, float64(s.Cycles[i]))
	}
	fall, until := " and fall to none", ""
	if s.Partial {
		fall, until = "", " The search was stopped, so that all numbers are partial."
	}
	return plot.Chart{
		Head: plot.Head{
			Title: "Open paths and cycles of " + name,
			Description: fmt.Sprintf("Two curves over %d steps on a logarithmic axis: the chordless paths of one length, which rise to %s%s, and the cycles found until then, which rise to %s.",
				len(s.Paths), thousands(slices.Max(append(s.Paths, 0))), fall, thousands(slices.Max(append(s.Cycles, 0)))),
			Note: fmt.Sprintf("By %s. Paths have two vertices more than their step; triangles are among the cycles.%s", s.Method, until),
		},
		X:      plot.Axis{Label: "step"},
		Y:      plot.Axis{Label: "paths, cycles", Log: true},
		Series: []plot.Series{paths, cycles},
	}
}

// Section shows the steps.
func (s Steps) Section(name string) page.Section {
	return page.Section{Title: "Step by step", Blocks: []page.Block{
		page.Text("The method makes all chordless paths of three vertices first, and then, step by step, those with a vertex more. A path that closes is a cycle, and one that cannot go on is dropped."),
		page.Figure{Plot: s.Figure(name)},
	}}
}
