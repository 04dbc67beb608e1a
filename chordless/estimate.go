package chordless

import (
	"context"
	"math"
	"math/rand/v2"

	"github.com/tricycle-graph/tricycle/internal/par"
)

const (
	probes     = 256  // random descents for an estimate
	probeSteps = 2000 // after which a descent is given up: its estimate is large enough by then
)

// estimateNodes estimates the nodes of the search tree of [kernel] by Knuth's
// method (Estimating the efficiency of backtrack programs, Mathematics of
// Computation 29, 1975): random descents, in which a node counts as often as
// there were choices on the way to it. The expectation is the number of nodes;
// the spread can be large. The descents are the same each time.
func (s *search) estimateNodes(ctx context.Context) (float64, error) {
	heed := par.NewHeed(ctx)
	seeds, err := s.seeds(heed)
	if err != nil || len(seeds) == 0 {
		return 0, err
	}
	p := &prober{heed: heed, search: s, rng: rand.New(rand.NewPCG(1, 1)), mark: make([]mark, s.atom.size())}
	for v := range p.mark {
		p.mark[v] = free
	}
	total := 0.
	for range probes {
		nodes, err := p.descend(seeds[p.rng.IntN(len(seeds))], float64(len(seeds)))
		if err != nil {
			return 0, err
		}
		total += nodes
	}
	return min(total/probes, math.MaxFloat64), nil
}

// prober is the state of a descent.
type prober struct {
	heed    *par.Heed
	search  *search
	rng     *rand.Rand
	mark    []mark
	touched []uint32
	ends    [2][]uint32
}

func (p *prober) set(v uint32, m mark) {
	p.mark[v] = m
	p.touched = append(p.touched, v)
}

// descend follows random choices and returns the nodes that they stand for,
// each weighing as many as there were choices.
func (p *prober) descend(s seed, weight float64) (float64, error) {
	defer func() {
		for _, v := range p.touched {
			p.mark[v] = free
		}
		p.touched = p.touched[:0]
	}()
	a, label := p.search.atom, p.search.label
	least := label[s.u]
	if p.search.single() {
		least = 0
	}
	p.set(s.u, out)
	p.set(s.x, out)
	p.ends = [2][]uint32{p.ends[0][:0], p.ends[1][:0]}
	for _, y := range a.row(s.u) {
		switch {
		case label[y] < least || y == s.x:
		case label[y] < label[s.x] || a.adjacent(s.x, y):
			p.set(y, out)
		default:
			p.set(y, atRight)
			p.ends[1] = append(p.ends[1], y)
		}
	}
	p.extend(s.x, 0, least)
	nodes, length := 0., a.weight(s.u)+a.weight(s.x)
	for range probeSteps {
		end := 0
		if len(p.ends[1]) < len(p.ends[0]) {
			end = 1
		}
		here := p.ends[end]
		if err := p.heed.Did(len(here) + len(p.ends[1-end])); err != nil {
			return 0, err
		}
		if len(here) == 0 || length+2 > p.search.query.longest {
			break
		}
		weight *= float64(len(here))
		nodes += weight
		v := here[p.rng.IntN(len(here))]
		length += a.weight(v)
		for _, y := range here {
			p.set(y, out)
		}
		p.extend(v, end, least)
		there := p.ends[1-end]
		left := there[:0]
		for _, y := range there {
			if a.adjacent(v, y) {
				p.set(y, out)
			} else {
				left = append(left, y)
			}
		}
		p.ends[1-end] = left
	}
	return nodes, nil
}

// extend makes the free neighbours of v the candidates of an end.
func (p *prober) extend(v uint32, end int, least uint32) {
	p.ends[end] = p.ends[end][:0]
	for _, y := range p.search.atom.row(v) {
		if p.mark[y] == free && p.search.label[y] >= least {
			p.set(y, mark(end))
			p.ends[end] = append(p.ends[end], y)
		}
	}
}
