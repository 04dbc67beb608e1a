package chordless

import (
	"context"
	"math/big"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/frontier"
)

// frontierPlan is how an atom would be counted by Frontier.
type frontierPlan struct {
	width  int     // widest frontier
	states float64 // estimate of the state-steps; +Inf where the frontier is too wide for the method
	bytes  int64   // estimate of the memory that a count holds at most with a single worker
	plan   *frontier.Plan
}

// holds returns what a count holds with so many workers and within so much memory.
func (p frontierPlan) holds(workers int, memory int64) int64 {
	return p.plan.Holds(frontier.Options{Threads: workers, Memory: memory})
}

// frontierOptions bounds and observes a count by Frontier.
type frontierOptions struct {
	byLength bool // tell lengths apart, which multiplies the states
	threads  int
	memory   int64 // bytes; 0 for no limit
	meter    *graph.Meter
}

// frontierGraph returns an atom as package frontier takes it.
func frontierGraph(a *atom) *frontier.Graph {
	g := &frontier.Graph{Offsets: a.offsets, Neighbors: a.neighbors}
	if len(a.members) > a.size() {
		g.Weights = make([]uint32, a.size())
		for v := range g.Weights {
			g.Weights[v] = a.first[v+1] - a.first[v]
		}
	}
	return g
}

// planFrontier chooses an order for an atom and estimates the work of a count,
// by length or not.
func planFrontier(ctx context.Context, a *atom, byLength bool, bounds frontier.Bounds) (frontierPlan, error) {
	p, err := frontier.NewPlan(ctx, frontierGraph(a), byLength, bounds)
	if err != nil {
		return frontierPlan{}, err
	}
	return frontierPlan{width: p.Width, states: p.Steps, bytes: p.Bytes, plan: p}, nil
}

// countFrontier counts the chordless cycles of four vertices and more of an
// atom: by length in vertices of the graph where byLength is set, otherwise one
// number, the total.
func countFrontier(ctx context.Context, a *atom, p frontierPlan, opt frontierOptions) ([]*big.Int, error) {
	return frontier.Count(ctx, frontierGraph(a), p.plan, frontier.Options{
		ByLength: opt.byLength, Threads: opt.threads, Memory: opt.memory, Meter: opt.meter,
	})
}
