package frontier

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// maxWidth is the widest frontier that a state has room for.
const maxWidth = 40

// UnfitError says that a graph cannot be counted in this way, however much
// memory there is.
type UnfitError struct{ Reason string }

func (e *UnfitError) Error() string { return "method frontier: " + e.Reason }

var errWidth = &UnfitError{fmt.Sprintf("no order was found whose frontier has %d vertices at most", maxWidth)}

// Plan is how a graph will be counted.
type Plan struct {
	Order []uint32 // in which the vertices are decided
	Width int      // widest frontier
	Steps float64  // estimate of the states from which a step is made, in all; +Inf where the frontier is too wide
	Bytes int64    // estimate of the memory that the states hold at most, and the tables of one worker

	byLength      bool    // what the estimates are for
	bounds        Bounds  // of the estimates
	peak          float64 // estimate of the states at a time
	rows, columns int     // of a grid graph, where Order goes row by row; 0 otherwise
}

// Options bounds and observes a count. The zero value uses every core and no
// memory limit.
type Options struct {
	ByLength bool         // tell the lengths of the cycles apart, which multiplies the states
	Threads  int          // goroutines; 0 for one a core
	Memory   int64        // bytes that the states and their tables may hold; 0 for no limit
	Meter    *graph.Meter // progress; may be nil
}

// Bounds say how well a plan is to be made. The zero value wants the best there is.
type Bounds struct {
	// Steps is how many steps from a state a count would be taken for at most: where it
	// is far more, it does not matter how many; 0 for any number.
	Steps float64
	// Effort is how many such steps an estimate may take that is not better for a few
	// more; 0 for as many as pay in the count.
	Effort float64
}

// NewPlan chooses an order for g and estimates the work of a count, by length or
// not.
func NewPlan(ctx context.Context, g *Graph, byLength bool, bounds Bounds) (*Plan, error) {
	p := &Plan{byLength: byLength, bounds: bounds}
	var err error
	if p.Order, p.columns, err = gridOrder(par.NewHeed(ctx), g); err != nil {
		return nil, err
	}
	if p.columns > 0 {
		p.rows = g.Vertices() / p.columns
	} else if p.Order, err = order(ctx, g); err != nil {
		return nil, err
	}
	return p, p.estimate(ctx, g)
}

// Count returns the number of chordless cycles of four vertices and more of g:
// with Options.ByLength as many numbers as there are lengths, entry k for
// cycles of length k, otherwise one, the total.
//
// Errors: *graph.MemoryError before work that would not fit Options.Memory, or
// as soon as that is known; *UnfitError; the cause of ctx when it ends.
func Count(ctx context.Context, g *Graph, p *Plan, opt Options) ([]*big.Int, error) {
	if opt.Memory > 0 && p.Bytes > opt.Memory {
		return nil, &graph.MemoryError{What: "the states of the frontier", Need: p.Enough(), Limit: opt.Memory}
	}
	opt.Threads = p.Workers(opt)
	t, _, err := run(ctx, g, p, opt, tuning{})
	if memory := (*graph.MemoryError)(nil); errors.As(err, &memory) {
		memory.Need = max(memory.Need, p.Enough())
	}
	if err != nil {
		return nil, err
	}
	return t.integers(opt.ByLength), nil
}

// run counts. Where there is a budget it stops with errBudget when that many
// state-steps are made.
func run(ctx context.Context, g *Graph, p *Plan, opt Options, tune tuning) (*tally, stats, error) {
	if p.columns > 0 {
		if m := newGrid(p.rows, p.columns, opt.ByLength); m != nil {
			t, s, err := drive(ctx, m, opt, tune)
			if err == nil {
				m.addSquares(t)
			}
			return t, s, err
		}
	}
	l, err := newLayout(par.NewHeed(ctx), g, p.Order)
	if err != nil {
		return nil, stats{}, err
	}
	if l.width > maxWidth {
		return nil, stats{}, errWidth
	}
	total := uint64(0)
	if opt.ByLength {
		total = g.total()
	}
	switch _, words := fields(l.width, total); words {
	case 1:
		return drive(ctx, newPaths[[1]uint64](g, l, opt.ByLength), opt, tune)
	case 2:
		return drive(ctx, newPaths[[2]uint64](g, l, opt.ByLength), opt, tune)
	case 3, 4:
		return drive(ctx, newPaths[[4]uint64](g, l, opt.ByLength), opt, tune)
	default:
		return drive(ctx, newPaths[[6]uint64](g, l, opt.ByLength), opt, tune)
	}
}

// drive runs a machine.
func drive[K key](ctx context.Context, m machine[K], opt Options, tune tuning) (*tally, stats, error) {
	if tune.split == 0 {
		tune.split = splitStates
	}
	e := &engine[K]{
		machine: m,
		workers: make([]worker[K], par.Workers(opt.Threads)),
		store:   store[K]{limit: opt.Memory},
		meter:   opt.Meter,
		tuning:  tune,
	}
	t, err := e.run(ctx)
	return t, e.stats(), err
}

// Enough returns what is memory enough for a count, even where the estimate is
// too small, as it may be by a factor of two and more.
func (p *Plan) Enough() int64 { return 3 * min(p.Bytes, math.MaxInt64/8) }

// Workers returns how many workers a count takes: no more than the memory has
// room for the tables of.
func (p *Plan) Workers(opt Options) int {
	workers := par.Workers(opt.Threads)
	if opt.Memory > 0 {
		workers = min(workers, 1+int(max(opt.Memory-p.Bytes, 0)/workerBytes))
	}
	return workers
}

// Holds returns what a count holds, by the estimate.
func (p *Plan) Holds(opt Options) int64 {
	if p.peak <= splitStates {
		return p.Bytes
	}
	return p.Bytes + int64(p.Workers(opt)-1)*workerBytes
}
