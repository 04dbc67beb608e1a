package report

import (
	"context"
	"fmt"
	"slices"

	"github.com/tricycle-graph/tricycle/chordless"
	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/page"
	"github.com/tricycle-graph/tricycle/internal/plot"
	"github.com/tricycle-graph/tricycle/internal/readable"
)

// Steps is what the steps of the methods dias and levels left: the chordless paths of one
// length, T, and the cycles found until then, C.
type Steps struct {
	Paths, Cycles []uint64
	Method        string
	Partial       bool // the search was stopped
}

// stepsMost is how many nodes of a search its plan expects where a report repeats it step by step:
// that takes a few milliseconds.
const stepsMost = 1 << 16

// StepsOf finds the steps of a graph whose cycles were counted by another method, as opt asks for and
// by this plan, where that takes next to no time. Else they are nil, with the reason.
func StepsOf(ctx context.Context, g *graph.Graph, opt chordless.Options, plan *chordless.Plan) (steps *Steps, why string, err error) {
	elsewhere := fmt.Sprintf("; tricycle cycles --count --method %s --report has them", chordless.Levels)
	nodes, told := 0.0, true
	for _, a := range plan.Atoms {
		nodes += a.Nodes
		told = told && a.Method == chordless.DFS // which alone is always estimated
	}
	if n := float64(len(plan.Atoms)); n > 0 {
		nodes *= max(float64(plan.Reductions.Atoms)/n, 1) // the others are no larger
	}
	switch {
	case nodes > stepsMost: // be the method what it is, which memory decides, too
		return nil, fmt.Sprintf("another search would take some %s nodes, and a report takes up to %s", plot.Short(nodes), plot.Short(stepsMost)) + elsewhere, nil
	case !told:
		return nil, "the method that was asked for tells of none" + elsewhere, nil
	}
	steps = &Steps{Method: string(chordless.Dias)}
	opt.Engine, opt.Method, opt.Threads = device.CPU, chordless.Dias, 1
	opt.Warn, opt.ByLength, opt.PerVertex = nil, false, false
	opt.Trace = func(_ int, paths, cycles uint64) {
		steps.Paths, steps.Cycles = append(steps.Paths, paths), append(steps.Cycles, cycles)
	}
	_, err = chordless.Count(ctx, g, opt)
	return steps, "", err
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
				len(s.Paths), readable.Number(slices.Max(append(s.Paths, 0))), fall, readable.Number(slices.Max(append(s.Cycles, 0)))),
			Note: fmt.Sprintf("By %s. Paths have two vertices more than their step; triangles are among the cycles.%s", s.Method, until),
		},
		X:      plot.Axis{Label: "step"},
		Y:      plot.Axis{Label: "paths, cycles", Log: true},
		Series: []plot.Series{paths, cycles},
	}
}

// Sections shows the steps, if there are some.
func (s Steps) Sections(name string) []page.Section {
	if len(s.Paths) == 0 {
		return nil
	}
	return []page.Section{{Title: stepByStep, Blocks: []page.Block{
		page.Text("The method makes all chordless paths of three vertices first, and then, step by step, those with a vertex more. A path that closes is a cycle, and one that cannot go on is dropped."),
		page.Figure{Plot: s.Figure(name)},
	}}}
}

const stepByStep = "Step by step"

// WithoutSteps says why they are not shown.
func WithoutSteps(why string) page.Section {
	return page.Section{Title: stepByStep, Blocks: []page.Block{
		page.Text("Open paths, T, and cycles, C, by step are left out: " + why + "."),
	}}
}
