package cli

import (
	"context"
	"fmt"

	"github.com/tricycle-graph/tricycle/chordless"
	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/page"
	"github.com/tricycle-graph/tricycle/internal/plot"
	"github.com/tricycle-graph/tricycle/internal/readable"
	"github.com/tricycle-graph/tricycle/internal/report"
)

const (
	// A report searches for cycles where a plan expects so few steps, which take some
	// seconds. A limit of time would make for another report each time.
	mostSteps = 1e8
	// It counts those at each vertex, too, where the frontier takes so few steps more for them.
	mostEachSteps = 1e7
	// It does not even plan for larger graphs.
	mostCycleEdges = 1 << 20
)

// cycles counts the chordless cycles, where that takes little.
func (s *subject) cycles(ctx context.Context, opt graph.Options) ([]page.Section, error) {
	if _, _, err := s.asked(opt); err != nil {
		return nil, err
	}
	if s.graph.Edges() > mostCycleEdges {
		return nil, &unfitError{fmt.Sprintf("graphs of more than %s edges have too many; tricycle cycles searches them for some", readable.Number(mostCycleEdges))}
	}
	wishes := chordless.Options{
		Engine: device.CPU, ByLength: true,
		Threads: opt.Threads, Memory: opt.Memory, Meter: opt.Meter,
	}
	plan, err := chordless.Explain(ctx, s.graph, wishes)
	if err != nil {
		return nil, err
	}
	all, each := stepsOf(plan)
	const tooMany = "counting them takes some %s steps, and a report up to %s; tricycle cycles %s does it"
	if all > mostSteps {
		return nil, &unfitError{fmt.Sprintf(tooMany, plot.Short(all), plot.Short(mostSteps), "--count")}
	}
	if wishes.PerVertex = each <= mostEachSteps; !wishes.PerVertex {
		s.left = append(s.left, report.Left{What: "chordless cycles at each vertex", Why: fmt.Sprintf(tooMany, plot.Short(each), plot.Short(mostEachSteps), "--per-vertex")})
	}
	result, err := chordless.Count(ctx, s.graph, wishes)
	if err != nil {
		return nil, err
	}
	s.searched, s.ways = result, report.Searched(result.Plan)
	return report.Cycles(result, s.graph.Labels(), report.CyclesAsked{}), nil
}

// stepsOf is how many steps a plan expects of a count, and how many more where the cycles at each
// vertex are counted, too: a search sees the vertices of each cycle, and the frontier counts once more
// for each vertex.
func stepsOf(plan *chordless.Plan) (all, each float64) {
	for _, atom := range plan.Atoms {
		if atom.Method == chordless.Frontier {
			all += atom.States
			each += min(atom.Nodes, atom.States*float64(atom.Vertices))
		} else {
			all += atom.Nodes
		}
	}
	return all, each
}

// steps shows the steps of a search for the cycles, where they were counted and that takes little.
func (s *subject) steps(ctx context.Context, opt graph.Options) ([]page.Section, error) {
	if s.searched == nil {
		return nil, nil
	}
	steps, why, err := report.StepsOf(ctx, s.graph, chordless.Options{Memory: opt.Memory, Meter: opt.Meter}, s.searched.Plan)
	switch {
	case err != nil:
		return nil, err
	case why != "":
		return nil, &unfitError{why}
	}
	return steps.Sections(report.Name(s.info)), nil
}

// drawing shows the graph with some of its cycles, be they counted or not.
func (s *subject) drawing(ctx context.Context, opt graph.Options) ([]page.Section, error) {
	if _, _, err := s.asked(opt); err != nil {
		return nil, err
	}
	if !report.Drawable(s.graph) {
		return nil, &unfitError{report.Undrawn}
	}
	some, err := report.SomeCycles(ctx, s.graph, chordless.Options{Memory: opt.Memory, Meter: opt.Meter})
	if err != nil {
		return nil, err
	}
	return report.CycleMap{
		Graph: s.graph, Positions: s.positions, Up: s.up, Cycles: some, Which: report.FirstFound,
	}.Sections(ctx, opt.Threads)
}

// spy draws the matrix.
func (s *subject) spy(ctx context.Context, opt graph.Options) ([]page.Section, error) {
	if _, _, err := s.asked(opt); err != nil {
		return nil, err
	}
	return report.Spy(ctx, s.graph, opt)
}
