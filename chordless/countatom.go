package chordless

import (
	"context"

	"github.com/tricycle-graph/tricycle/graph"
)

// counts are the holes of an atom by their length in the graph and, where they
// were asked for, through each of its vertices. A search would take years to
// pass 64 bits.
type counts struct {
	byLength []uint64
	through  []uint64
}

func (c *counts) add(other counts) {
	c.byLength = addCounts(c.byLength, other.byLength)
	c.through = addCounts(c.through, other.through)
}

func addCounts(a, b []uint64) []uint64 {
	if a == nil {
		return b
	}
	for i, count := range b {
		a[i] += count
	}
	return a
}

// countDias counts what dias finds.
func (s *search) countDias(ctx context.Context, certified, perVertex bool, l *limiter) (counts, levelSteps, error) {
	c := counts{byLength: newCounts(s.atom)}
	if perVertex {
		c.through = make([]uint64, s.atom.size())
	}
	steps, err := dias(ctx, s.atom, certified, s.query.longest, func(hole []uint32) error {
		length := 0
		for _, v := range hole {
			length += s.atom.weight(v)
		}
		if !s.query.accepts(length, hole) {
			return nil
		}
		c.byLength[length]++
		if perVertex {
			for _, v := range hole {
				c.through[v]++
			}
		}
		return l.add(1)
	})
	return c, steps, err
}

// countDFS counts by our depth-first search: by a kernel where the atom is
// small enough for one, by walks otherwise and where the path must be at hand.
func (s *search) countDFS(ctx context.Context, perVertex bool, workers int, l *limiter, meter *graph.Meter) (counts, error) {
	switch {
	case s.walks(perVertex):
	case s.atom.size() <= 64:
		return countKernels(ctx, s, workers, l, meter, func() kernel[frame64] { return newKernel64(s.atom, s.query.longest) })
	default:
		return countKernels(ctx, s, workers, l, meter, func() kernel[frame128] { return newKernel128(s.atom, s.query.longest) })
	}
	return s.countWalks(ctx, perVertex, workers, l, meter)
}

// walks says whether countDFS takes walks.
func (s *search) walks(perVertex bool) bool {
	return perVertex || len(s.query.through) > 1 || s.atom.size() > 128
}

func countKernels[F any](ctx context.Context, s *search, workers int, l *limiter, meter *graph.Meter,
	newKernel func() kernel[F]) (counts, error) {
	kernels := make([]kernel[F], workers)
	for i := range kernels {
		kernels[i] = newKernel()
	}
	var frames []F
	earlier := make([]bool, s.atom.size())
	for _, u := range s.roots() {
		earlier[u] = true
		frames = append(frames, kernels[0].seeds(u, earlier)...)
	}
	err := runKernels(ctx, kernels, frames, l, meter)
	c := counts{}
	for _, k := range kernels {
		c.add(counts{byLength: k.found()})
	}
	s.query.cut(c.byLength)
	return c, err
}

// countWalks counts by walks.
func (s *search) countWalks(ctx context.Context, perVertex bool, workers int, l *limiter, meter *graph.Meter) (counts, error) {
	walks := make([]*walk, workers+1)
	for i := range walks {
		w := newWalk(ctx, s)
		switch {
		case perVertex:
			w.through = make([]uint64, s.atom.size())
		case w.missing == 0 && w.longest == len(s.atom.members) && !l.limited():
			w.hand = newHandOver(s.atom)
		}
		if l.limited() {
			w.visit = func([]uint32) error { return l.add(1) }
		}
		walks[i] = w
	}
	err := s.shareWalk(ctx, walks[0], walks[1:], meter)
	c := counts{}
	for _, w := range walks {
		c.add(counts{byLength: w.counts, through: w.through})
	}
	s.query.cut(c.byLength)
	return c, err
}
