package frontier

import (
	"context"
	"errors"
	"math"
)

// stripBudget is how many state-steps the estimate of a plan may take in all:
// some milliseconds.
const stripBudget = 1 << 17

// estimate fills in the width of the plan and what it expects of the work.
//
// It counts strips of the graph: the vertices that would stand in the lowest
// slots of the frontier, which on a grid is a narrower grid. From the growth of
// the states from strip to strip follow those of the whole graph; where the
// budget lasts for that, they are exact.
func (p *Plan) estimate(ctx context.Context, g *Graph) error {
	l := newLayout(g, p.Order)
	p.Width = l.width
	if p.Width > maxWidth {
		p.Steps = math.Inf(1)
		return nil
	}
	if p.Width == 0 { // no edges
		p.Steps = float64(g.Vertices())
		return nil
	}
	var steps, peaks []float64 // by width of the strip, in logarithms
	for width, spent := 1, uint64(0); width <= p.Width && spent < stripBudget; width++ {
		strip, plan := p.strip(g, l, width)
		_, s, err := run(ctx, strip, plan, Options{Threads: 1}, stripBudget-spent)
		if errors.Is(err, errBudget) {
			break
		}
		if err != nil {
			return err
		}
		spent += max(s.steps, uint64(g.Vertices()/16))
		steps = append(steps, math.Log(float64(max(s.steps, 1))))
		peaks = append(peaks, math.Log(float64(max(s.peak, 1))))
	}
	p.Steps = extrapolate(steps, p.Width)
	p.Bytes = p.bytes(g, extrapolate(peaks, p.Width))
	return nil
}

// strip returns the part of g that stands in the lowest width slots, and the
// plan for it.
func (p *Plan) strip(g *Graph, l *layout, width int) (*Graph, *Plan) {
	if p.columns > 0 {
		return g, &Plan{rows: p.rows, columns: width}
	}
	names := make([]uint32, g.Vertices()) // 1 + the name in the strip; 0 outside
	s := &Graph{Offsets: make([]uint32, 1, g.Vertices()+1)}
	plan := &Plan{}
	for i, v := range p.Order {
		if l.slots[i] < width {
			plan.Order = append(plan.Order, uint32(len(plan.Order)))
			names[v] = uint32(len(plan.Order))
		}
	}
	for _, v := range p.Order {
		if names[v] == 0 {
			continue
		}
		for _, u := range g.row(v) {
			if names[u] != 0 {
				s.Neighbors = append(s.Neighbors, names[u]-1)
			}
		}
		s.Offsets = append(s.Offsets, uint32(len(s.Neighbors)))
	}
	return s, plan
}

// extrapolate continues a sequence of logarithms, the first for width 1, to
// this width, by its last slope.
func extrapolate(logarithms []float64, width int) float64 {
	n := len(logarithms)
	if n >= width {
		return math.Exp(logarithms[width-1])
	}
	if n < 2 {
		return math.Pow(growth, float64(width))
	}
	run := min(3, n-1)
	slope := (logarithms[n-1] - logarithms[n-1-run]) / float64(run)
	return math.Exp(logarithms[n-1] + slope*float64(width-n))
}

// bytes estimates the memory of so many states at a time. A number has about
// 0.36 bits a vertex on grids, and fewer on sparser graphs.
func (p *Plan) bytes(g *Graph, states float64) int64 {
	words := 1 + g.Vertices()*36/6400
	_, keyWords := fields(p.Width, 0)
	if p.columns > 0 {
		keyWords = 1
	}
	const slack = 1.25 // blocks that are not full, tables
	bytes := slack * states * float64(8*(keyWords+words))
	return int64(min(bytes, math.MaxInt64/2))
}
