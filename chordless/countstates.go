package chordless

import (
	"context"
	"fmt"
	"math/big"
	"math/bits"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/frontier"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// maxThrough is the greatest number of vertices to go through for which
// Frontier counts: it takes a count for each set of them.
const maxThrough = 16

// frontierCounts is how many times an atom is counted by Frontier to answer a
// query.
func (opt Options) frontierCounts(s *search) float64 {
	counts := float64(uint64(1) << min(len(s.query.through), 63))
	if opt.PerVertex {
		counts *= float64(1 + s.atom.size())
	}
	return counts
}

// byLength says whether lengths must be told apart to answer a query.
func (opt Options) byLength(q query) bool {
	return opt.ByLength || q.shortest > 4 || q.longest < 1<<31
}

// bigCounts are counts that have no bound: by length, or one in all where
// lengths are not told apart; and through each vertex of the atom.
type bigCounts struct {
	byLength []*big.Int
	through  []*big.Int
}

// countFrontier counts the holes of an atom without finding them. Those through
// certain vertices T follow by inclusion and exclusion from those that avoid
// each subset X of T:
//
//	Σ (-1)^|X| holes(atom - X).
func (s *search) countFrontier(ctx context.Context, opt Options, j job, workers int, meter *graph.Meter) (bigCounts, error) {
	if len(s.query.through) > maxThrough {
		return bigCounts{}, &frontier.UnfitError{Reason: fmt.Sprintf("cycles are counted through at most %d vertices, not %d", maxThrough, len(s.query.through))}
	}
	f := &frontierCount{search: s, plan: j.frontier, options: frontierOptions{
		byLength: opt.byLength(s.query), threads: workers, memory: j.memory, meter: meter,
	}}
	total, err := f.through(ctx, s.query.through)
	if err != nil {
		return bigCounts{}, err
	}
	c := bigCounts{byLength: total}
	if !opt.PerVertex {
		return c, nil
	}
	for v := range uint32(s.atom.size()) {
		also, err := f.through(ctx, append(s.query.through[:len(s.query.through):len(s.query.through)], v))
		if err != nil {
			return bigCounts{}, err
		}
		through := new(big.Int)
		for _, count := range also {
			through.Add(through, count)
		}
		c.through = append(c.through, through)
	}
	return c, nil
}

// frontierCount counts an atom and parts of it.
type frontierCount struct {
	search  *search
	plan    frontierPlan
	options frontierOptions
}

// through counts the holes through all of some vertices.
func (f *frontierCount) through(ctx context.Context, vertices []uint32) ([]*big.Int, error) {
	var total []*big.Int
	for subset := range uint64(1) << len(vertices) {
		var avoid []uint32
		for i, v := range vertices {
			if subset>>i&1 == 1 {
				avoid = append(avoid, v)
			}
		}
		counts, err := f.avoiding(ctx, avoid)
		if err != nil {
			return nil, err
		}
		for len(total) < len(counts) {
			total = append(total, new(big.Int))
		}
		for i, count := range counts {
			if bits.OnesCount64(subset)%2 == 0 {
				total[i].Add(total[i], count)
			} else {
				total[i].Sub(total[i], count)
			}
		}
	}
	return total, nil
}

// avoiding counts the holes that avoid some vertices, and have a length that
// was asked for.
func (f *frontierCount) avoiding(ctx context.Context, vertices []uint32) ([]*big.Int, error) {
	a, plan := f.search.atom, f.plan
	if len(vertices) > 0 {
		var left []uint32
		for v := range uint32(a.size()) {
			avoid := false
			for _, x := range vertices {
				avoid = avoid || v == x
			}
			if !avoid {
				left = append(left, v)
			}
		}
		if len(left) < 4 {
			return nil, nil
		}
		var err error
		if a, err = a.induced(par.NewHeed(ctx), left, newScratch(a.size())); err != nil {
			return nil, err
		}
		if plan, err = planFrontier(ctx, a, f.options.byLength, frontier.Bounds{}); err != nil {
			return nil, err
		}
	}
	counts, err := countFrontier(ctx, a, plan, f.options)
	if err != nil || !f.options.byLength {
		return counts, err
	}
	for length, count := range counts {
		if length < f.search.query.shortest || length > f.search.query.longest {
			count.SetUint64(0)
		}
	}
	return counts, nil
}
