package chordless

import (
	"context"
	"errors"
	"math/big"
	"slices"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/frontier"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// Longest returns a longest of the chordless cycles that opt asks for, in the
// form of [All], or nil where there is none. It heeds neither opt.Limit nor
// what else is to be counted.
//
// It counts the cycles of each atom by length, and then looks for one of the
// greatest length only. When ctx ends, Longest returns its cause, and beside it
// the longest cycle that it knows: with a deadline it looks for some before it
// counts.
func Longest(ctx context.Context, g *graph.Graph, opt Options) ([]uint32, error) {
	opt.Limit, opt.PerVertex, opt.ByLength = 0, false, true
	opt.steady = true // of several cycles that are longest, the method finds one
	q, err := opt.check(g)
	if err != nil {
		return nil, err
	}
	p, err := opt.parts(ctx, g, q)
	if err != nil {
		return nil, err
	}
	opt, closeGPU := opt.withGPU()
	defer func() { _ = closeGPU() }() // the answer is there
	_, jobs, err := opt.plan(ctx, p, q)
	if err != nil {
		return nil, err
	}
	var best []uint32
	for _, ring := range p.rings {
		if len(ring) > len(best) && q.accepts(len(ring), ring) {
			best = ring
		}
	}
	if err := glance(ctx, jobs, &best); err != nil {
		return canonical(best), err
	}
	for _, j := range jobs {
		if min(len(j.search.atom.members), q.longest) <= len(best) {
			continue
		}
		c := newCounter(g, opt, q)
		if err := c.countAtoms(ctx, []job{j}); err != nil {
			return canonical(best), err
		}
		length := len(c.result.ByLength) - 1
		for length >= 0 && c.result.ByLength[length].Sign() == 0 {
			length--
		}
		if length <= len(best) {
			continue
		}
		found, err := c.ofLength(ctx, j, length)
		if err != nil {
			return canonical(best), err
		}
		best = found
	}
	if best == nil && q.shortest == 3 {
		err = opt.triangles(ctx, g, q, func(cycle []uint32) error {
			best = slices.Clone(cycle)
			return errStopped
		})
		if err != nil && !errors.Is(err, errStopped) {
			return nil, err
		}
	}
	return canonical(best), nil
}

// canonical returns a cycle in canonical form, nil for none.
func canonical(cycle []uint32) []uint32 {
	if cycle == nil {
		return nil
	}
	return appendCanonical(nil, cycle)
}

// ofLength returns a hole of an atom that has this length, of which there is
// one.
func (c *counter) ofLength(ctx context.Context, j job, length int) ([]uint32, error) {
	s := *j.search
	s.query.shortest, s.query.longest = length, length
	if j.plan.Method == Frontier {
		return c.ofLengthByFrontier(ctx, &s, j, length)
	}
	var found []uint32
	err := s.visit(ctx, func(hole []uint32) error {
		found = s.atom.expand(nil, hole)
		return errStopped
	})
	if errors.Is(err, errStopped) {
		err = nil
	}
	return found, err
}

// ofLengthByFrontier takes out one vertex after the other, as long as a hole of
// the length is left; then all that are left are on it.
func (c *counter) ofLengthByFrontier(ctx context.Context, s *search, j job, length int) ([]uint32, error) {
	f := &frontierCount{search: s, plan: j.frontier, options: frontierOptions{
		byLength: true, threads: c.workers, memory: j.memory, meter: c.opt.Meter,
	}}
	for v := uint32(0); int(v) < f.search.atom.size(); {
		without, err := f.search.without(ctx, v)
		if err != nil {
			return nil, err
		}
		if without == nil || without.atom.size() < 4 {
			v++
			continue
		}
		p, err := planFrontier(ctx, without.atom, true, frontier.Bounds{})
		if err != nil {
			return nil, err
		}
		rest := &frontierCount{search: without, plan: p, options: f.options}
		counts, err := rest.through(ctx, without.query.through)
		if err != nil {
			return nil, err
		}
		if length < len(counts) && counts[length].Cmp(new(big.Int)) > 0 {
			f = rest
		} else {
			v++
		}
	}
	a := f.search.atom
	path := []uint32{0}
	for previous, v := uint32(0), a.row(0)[0]; v != 0; {
		path = append(path, v)
		row := a.row(v)
		previous, v = v, row[0]^row[1]^previous
	}
	return a.expand(nil, path), nil
}

// without returns the search of an atom without v, or nil where v is a vertex
// that the holes must go through.
func (s *search) without(ctx context.Context, v uint32) (*search, error) {
	rest := *s
	rest.query.through = nil
	for _, x := range s.query.through {
		switch {
		case x == v:
			return nil, nil
		case x > v:
			x--
		}
		rest.query.through = append(rest.query.through, x)
	}
	var left []uint32
	for x := range uint32(s.atom.size()) {
		if x != v {
			left = append(left, x)
		}
	}
	var err error
	rest.atom, err = s.atom.induced(par.NewHeed(ctx), left, newScratch(s.atom.size()))
	return &rest, err
}
