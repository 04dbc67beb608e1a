package frontier

import (
	"context"
	"errors"
	"math"

	"github.com/tricycle-graph/tricycle/internal/par"
)

// An estimate may take smallBudget state-steps, less than a millisecond, or a
// share of what it comes to, unless that is more than hopeless: a 16th up to
// goodBudget, some milliseconds, and a 128th up to largeBudget.
const (
	smallBudget = 1 << 14
	goodBudget  = 1 << 17
	largeBudget = 1 << 20
	hopeless    = 1e12
)

// doubt is how much an estimate may be off that is made of narrow strips: one that is so
// much above the bound need not become better.
const doubt = 16

// estimate fills in the width of the plan and what it expects of the work.
//
// It counts strips of the graph: the vertices that would stand in the lowest
// slots of the frontier, which on a grid is a narrower grid. How the states grow
// from strip to strip, compared with what the widths of the frontiers alone
// tell, gives those of the whole graph; where the budget lasts for the whole,
// they are exact.
func (p *Plan) estimate(ctx context.Context, g *Graph) error {
	heed := par.NewHeed(ctx)
	l, err := newLayout(heed, g, p.Order)
	if err != nil {
		return err
	}
	p.Width = l.width
	if p.Width > maxWidth {
		p.Steps = math.Inf(1)
		return nil
	}
	if p.Width == 0 { // no edges
		p.Steps = float64(g.Vertices())
		return nil
	}
	least := float64(g.Vertices())
	cost, err := p.cost(heed, g)
	if err != nil {
		return err
	}
	wanted, effort := float64(hopeless), math.Inf(1)
	if p.bounds.Steps > 0 {
		wanted = min(wanted, doubt*p.bounds.Steps)
	}
	if p.bounds.Effort > 0 {
		effort = p.bounds.Effort
	}
	budget := uint64(smallBudget)
	var costs, steps []float64     // of the strips, in logarithms
	share, density := 1/least, 0.0 // of the states at a time in all; bits of a number by vertices
	for width, spent := 1, uint64(0); width <= p.Width && spent < budget; width++ {
		strip, plan, err := p.strip(heed, g, l, width)
		if err != nil {
			return err
		}
		t, s, err := run(ctx, strip, plan, Options{Threads: 1, ByLength: p.byLength}, tuning{budget: budget - spent})
		if errors.Is(err, errBudget) {
			least = float64(budget)
			break
		}
		if err != nil {
			return err
		}
		spent += max(s.steps, uint64(g.Vertices()/16))
		cheaper, err := plan.cost(heed, strip)
		if err != nil {
			return err
		}
		costs = append(costs, cheaper)
		steps = append(steps, math.Log(float64(max(s.steps, 1))))
		if p.Steps = extrapolate(costs, steps, cost); p.Steps < wanted {
			more := max(min(p.Steps/16, goodBudget), min(p.Steps/128, largeBudget))
			budget = max(budget, uint64(min(more, effort)))
		}
		share = float64(max(s.peak, 1)) / float64(max(s.steps, 1))
		bits := 0
		for _, count := range t.integers(p.byLength) {
			bits = max(bits, count.BitLen())
		}
		density = max(density, float64(bits)/float64(max(len(plan.Order), plan.rows*plan.columns)))
	}
	p.Steps = max(least, extrapolate(costs, steps, cost))
	words := 1 + int(density*float64(g.Vertices())/64)
	total := uint64(0)
	if p.byLength {
		total = g.total()
	}
	p.peak = share * p.Steps
	p.Bytes = p.bytes(p.peak, words, total)
	return nil
}

// cost returns the logarithm of what [orderCost] says, which knows the widths of
// all frontiers, but not how dense the graph is.
func (p *Plan) cost(heed *par.Heed, g *Graph) (float64, error) {
	if p.columns > 0 {
		return math.Log(float64(p.rows*p.columns)) + math.Log(growth)*float64(p.columns), nil
	}
	cost, err := orderCost(heed, g, p.Order)
	return math.Log(cost), err
}

// strip returns the part of g that stands in the lowest width slots, and the
// plan for it.
func (p *Plan) strip(heed *par.Heed, g *Graph, l *layout, width int) (*Graph, *Plan, error) {
	if p.columns > 0 {
		return g, &Plan{rows: p.rows, columns: width}, nil
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
		row := g.row(v)
		if err := heed.Did(1 + len(row)); err != nil {
			return nil, nil, err
		}
		for _, u := range row {
			if names[u] != 0 {
				s.Neighbors = append(s.Neighbors, names[u]-1)
			}
		}
		s.Offsets = append(s.Offsets, uint32(len(s.Neighbors)))
	}
	return s, plan, nil
}

// extrapolate continues a function, given by values at ascending places, to
// another place by its last slope. Values are logarithms; it returns the number.
func extrapolate(places, values []float64, place float64) float64 {
	n := len(places)
	if n == 0 {
		return math.Exp(place)
	}
	first := max(0, n-4)
	slope := 1.0
	if run := places[n-1] - places[first]; run > 0 {
		slope = (values[n-1] - values[first]) / run
	}
	return math.Exp(values[n-1] + slope*(place-places[n-1]))
}

// bytes returns the memory of so many states at a time, whose numbers have so
// many words and whose lengths come up to total.
func (p *Plan) bytes(states float64, words int, total uint64) int64 {
	_, keyWords := fields(p.Width, total)
	if p.columns > 0 {
		keyWords = 1
	}
	if keyWords > 2 {
		keyWords += keyWords % 2 // keys have 4 words or 6
	}
	const (
		slack = 1.25    // blocks that are not full
		entry = 2*4 + 4 // of a table beside the state: its index, an order
	)
	state := float64(8 * (keyWords + words))
	tables := 2 * 1.5 * min(states, 2*splitStates) * (state + entry)
	return int64(min(slack*states*state+tables, math.MaxInt64/2))
}
