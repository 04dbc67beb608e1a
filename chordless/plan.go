package chordless

import (
	"cmp"
	"context"
	"fmt"
	"math"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// Explain reduces g and returns what Count would do, without counting.
func Explain(ctx context.Context, g *graph.Graph, opt Options) (*Plan, error) {
	q, err := opt.check(g)
	if err != nil {
		return nil, err
	}
	p, err := opt.parts(ctx, g)
	if err != nil {
		return nil, err
	}
	opt, closeGPU := opt.withGPU()
	plan, _, err := opt.plan(ctx, p, q)
	return plan, cmp.Or(err, closeGPU())
}

// What a step of each method takes, in seconds on one core, for choosing
// between them. Measured on grids, tori and random graphs; they differ by a
// factor of two or so from graph to graph.
const (
	kernelSeconds   = 8e-9
	walkSeconds     = 100e-9
	frontierSeconds = 100e-9
)

// smallNodes is an estimate up to which no other method is considered: the
// search ends in a few milliseconds.
const smallNodes = 1 << 18

// autoBytes is what Auto lets the states of Frontier hold where no memory limit
// is given.
const autoBytes = 16 << 30

// maxPlans is how many atoms a Plan tells of.
const maxPlans = 64

// job is an atom to be counted, and how.
type job struct {
	search   *search
	plan     AtomPlan
	frontier frontierPlan // where the method is Frontier
	seconds  float64      // estimate of a search or a count by Frontier on the CPU
}

// plan decides how each atom is counted.
func (opt Options) plan(ctx context.Context, p *parts, q query) (*Plan, []job, error) {
	opt.Meter.Start("plan", int64(len(p.atoms)))
	if opt.Engine == EngineCUDA && opt.Method != Levels {
		opt.Method = DFS
	}
	workers := par.Workers(opt.Threads)
	plan := &Plan{Reductions: p.done}
	var jobs []job
	for _, a := range p.atoms {
		opt.Meter.Add(1)
		if ctx.Err() != nil {
			return nil, nil, context.Cause(ctx)
		}
		s, err := newSearch(ctx, a, q)
		if err != nil {
			return nil, nil, err
		}
		if s == nil {
			continue
		}
		j, err := opt.planAtom(ctx, s, workers)
		if err != nil {
			return nil, nil, err
		}
		opt.placeAtom(ctx, &j)
		held := int64(workers) * walkBytes(a)
		if j.plan.Method == Frontier {
			held = j.frontier.bytes
		}
		if j.plan.Engine == EngineCUDA && opt.countsListed(j) {
			held = ringBuffers * ringBytes
		}
		plan.Bytes = max(plan.Bytes, held)
		jobs = append(jobs, j)
		if len(plan.Atoms) < maxPlans {
			plan.Atoms = append(plan.Atoms, j.plan)
		}
	}
	for _, a := range p.atoms {
		plan.Bytes += a.bytes()
	}
	if opt.Memory > 0 && plan.Bytes > opt.Memory {
		return nil, nil, &graph.MemoryError{What: "counting chordless cycles", Need: plan.Bytes, Limit: opt.Memory}
	}
	return plan, jobs, nil
}

// planAtom decides how an atom is counted.
func (opt Options) planAtom(ctx context.Context, s *search, workers int) (job, error) {
	j := job{search: s, plan: AtomPlan{
		Vertices: uint64(s.atom.size()), Edges: uint64(s.atom.edges()), Method: opt.Method, Reason: "as asked",
	}}
	p := &j.plan
	switch opt.Method {
	case Dias, DiasCertified, Levels:
		return j, nil
	case Frontier:
		var err error
		j.frontier, err = planFrontier(ctx, s.atom)
		p.Width, p.States = j.frontier.width, finite(j.frontier.states)
		return j, err
	}
	var err error
	if p.Nodes, err = s.estimateNodes(ctx); err != nil {
		return j, err
	}
	j.seconds = p.Nodes * kernelSeconds / float64(workers)
	if s.walks(opt.PerVertex) {
		j.seconds = p.Nodes * walkSeconds / float64(workers)
	}
	if opt.Method == DFS {
		return j, nil
	}
	p.Method = DFS
	if p.Nodes <= smallNodes {
		p.Reason = "few nodes to search"
		return j, nil
	}
	f, err := planFrontier(ctx, s.atom)
	if err != nil {
		return j, err
	}
	p.Width, p.States = f.width, finite(f.states)
	counts := opt.frontierCounts(s)
	search, states := j.seconds, f.states*frontierSeconds*counts/float64(workers)
	switch {
	case math.IsInf(f.states, 1):
		p.Reason = "no narrow frontier"
	case f.bytes > cmp.Or(opt.Memory, autoBytes):
		p.Reason = fmt.Sprintf("the frontier's states would take %s", graph.FormatBytes(f.bytes))
	case search <= states:
		p.Reason = fmt.Sprintf("%s to search, %s by the frontier", duration(search), duration(states))
	default:
		p.Reason = fmt.Sprintf("%s by the frontier, %s to search", duration(states), duration(search))
		p.Method, j.frontier, j.seconds = Frontier, f, states
	}
	return j, nil
}

// finite writes an estimate for JSON, which has no infinity.
func finite(estimate float64) float64 {
	if math.IsInf(estimate, 1) {
		return float64(graph.Unknown)
	}
	return estimate
}

// duration writes an estimate the way people read it.
func duration(seconds float64) string {
	const year = 365 * 86400
	switch {
	case seconds >= 1000*year:
		return "ages"
	case seconds >= year:
		return fmt.Sprintf("about %.3g years", seconds/year)
	case seconds >= 86400:
		return fmt.Sprintf("about %.3g days", seconds/86400)
	case seconds >= 3600:
		return fmt.Sprintf("about %.3g hours", seconds/3600)
	}
	return fmt.Sprintf("about %.2g s", seconds)
}
