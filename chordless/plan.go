package chordless

import (
	"cmp"
	"context"
	"fmt"
	"math"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/bytesize"
	"github.com/tricycle-graph/tricycle/internal/frontier"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// Explain reduces g and returns what Count would do, without counting.
func Explain(ctx context.Context, g *graph.Graph, opt Options) (*Plan, error) {
	q, err := opt.check(g)
	if err != nil {
		return nil, err
	}
	p, err := opt.parts(ctx, g, q)
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

// What it takes to look for an order of an atom, in seconds: what ends sooner by search is
// searched. What an order promises is estimated with an effort of a planShare of the search.
const (
	planSeconds       = 2e-3
	planVertexSeconds = 20e-6
	planShare         = 1. / 16
)

// tightSeconds is how long a search must take for it to be worth saying that
// more memory would make it shorter.
const tightSeconds = 10

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
	needs    int64        // bytes that Frontier needs where a long search is chosen for want of them alone; 0 elsewhere
	workers  int          // goroutines that there is memory for
	memory   int64        // bytes that counting may hold; 0 for no limit
}

// plan decides how each atom is counted.
func (opt Options) plan(ctx context.Context, p *parts, q query) (*Plan, []job, error) {
	opt.Meter.Start("plan", int64(len(p.atoms)))
	if opt.Engine == device.CUDA && opt.Method != Levels {
		opt.Method = DFS
	}
	plan, jobs := &Plan{Reductions: p.done}, []job(nil)
	atoms, enough := int64(0), int64(0)
	for _, a := range p.atoms {
		atoms += a.bytes() + searchBytes(a)
	}
	var left int64
	if opt.Memory > 0 {
		left = max(opt.Memory-atoms, 1)
	}
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
		j, err := opt.planAtom(ctx, s, left)
		if err != nil {
			return nil, nil, err
		}
		opt.placeAtom(ctx, &j)
		held := opt.share(&j, left)
		plan.Bytes, enough = max(plan.Bytes, held), max(enough, held)
		if j.plan.Method == Frontier {
			enough = max(enough, j.frontier.plan.Enough())
		}
		if j.needs > 0 && j.plan.Engine == device.CPU && opt.Warn != nil {
			opt.Warn(fmt.Sprintf("method %s, which takes %s for a part of %d vertices, for want of memory: %s needs %s more",
				j.plan.Method, duration(j.seconds), s.atom.size(), Frontier, bytesize.Text(j.needs-cmp.Or(left, autoBytes))))
		}
		jobs = append(jobs, j)
		if len(plan.Atoms) < maxPlans {
			if j.plan.Method == Frontier {
				if j.plan.Widths, err = j.frontier.plan.Widths(ctx, frontierGraph(s.atom)); err != nil {
					return nil, nil, err
				}
			}
			plan.Atoms = append(plan.Atoms, j.plan)
		}
	}
	plan.Bytes, enough = plan.Bytes+atoms, enough+atoms
	if opt.Memory > 0 && plan.Bytes > opt.Memory {
		return nil, nil, &graph.MemoryError{What: "counting chordless cycles", Need: enough, Limit: opt.Memory}
	}
	return plan, jobs, nil
}

// share sees how many workers there is memory for, and returns what counting an
// atom holds.
func (opt Options) share(j *job, left int64) int64 {
	j.workers, j.memory = par.Workers(opt.Threads), left
	if j.plan.Method == Frontier {
		return j.frontier.holds(j.workers, left)
	}
	if j.plan.Engine != device.CPU && opt.countsListed(*j) {
		return ringBuffers * ringBytes
	}
	if j.plan.Method == Levels && j.plan.Engine == device.CPU {
		least := newCPULevels(j.search, j.workers).least()
		if opt.countsListed(*j) {
			least *= 2
		}
		return max(least, left)
	}
	walk := walkBytes(j.search.atom, j.search.query.longest)
	if left > 0 {
		j.workers = int(max(min(int64(j.workers), left/walk), 1))
	}
	return int64(j.workers) * walk
}

// planAtom decides how an atom is counted, where so much memory is left for it;
// 0 is no limit.
func (opt Options) planAtom(ctx context.Context, s *search, left int64) (job, error) {
	workers := par.Workers(opt.Threads)
	if opt.steady {
		workers = 1
	}
	j := job{search: s, plan: AtomPlan{
		Vertices: uint64(s.atom.size()), Edges: uint64(s.atom.edges()), Method: opt.Method, Reason: "as asked",
	}}
	p := &j.plan
	switch opt.Method {
	case Dias, DiasCertified, Levels:
		return j, nil
	case Frontier:
		var err error
		j.frontier, err = planFrontier(ctx, s.atom, opt.byLength(s.query), frontier.Bounds{})
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
	if p.Nodes <= smallNodes || j.seconds <= planSeconds+planVertexSeconds*float64(s.atom.size()) {
		p.Reason = "few nodes to search"
		return j, nil
	}
	stepSeconds := frontierSeconds * opt.frontierCounts(s) / float64(workers)
	f, err := planFrontier(ctx, s.atom, opt.byLength(s.query), frontier.Bounds{
		Steps: j.seconds / stepSeconds, Effort: planShare * j.seconds / frontierSeconds,
	})
	if err != nil {
		return j, err
	}
	p.Width, p.States = f.width, finite(f.states)
	search, states := j.seconds, f.states*stepSeconds
	switch {
	case math.IsInf(f.states, 1):
		p.Reason = "no narrow frontier"
	case f.bytes > cmp.Or(left, autoBytes):
		if search > states && search > tightSeconds {
			j.needs = f.bytes
		}
		p.Reason = fmt.Sprintf("the frontier's states would take %s", bytesize.Text(f.bytes))
	case search <= states:
		p.Reason = fmt.Sprintf("%s to search, %s by the frontier", duration(search), duration(states))
	default:
		p.Reason = fmt.Sprintf("%s by the frontier, %s to search", duration(states), duration(search))
		p.Method, j.frontier, j.seconds = Frontier, f, states
	}
	return j, nil
}

// finite writes an estimate for JSON, which has no infinity: -1.
func finite(estimate float64) float64 {
	if math.IsInf(estimate, 1) {
		return -1
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
