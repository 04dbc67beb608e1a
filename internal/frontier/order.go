package frontier

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/tricycle-graph/tricycle/internal/par"
)

// growth is about how many times more states there are when the frontier is one
// vertex wider, for choosing between orders.
const growth = 2.7

// Spectral orders are tried for graphs of no more than spectralVertices
// vertices, and where the others are estimated to lead to more than
// spectralStates states in all: otherwise they take longer than they save.
const (
	spectralVertices = 1 << 14
	spectralStates   = 1 << 17
)

// order returns an order of the vertices with a narrow frontier: the best of
// several, improved by exchanges.
//
// The candidates are breadth-first orders from both ends of a long shortest
// path, with the neighbours by rising degree (Cuthill and McKee, 1969; the ends
// by George and Liu, 1979), the greedy orders from there that let the frontier
// grow least, and where it pays the spectral orders, as they are and with the
// freedom to take what lets the frontier grow least first.
func order(ctx context.Context, g *Graph) ([]uint32, error) {
	if g.Vertices() == 0 {
		return nil, nil
	}
	heed := par.NewHeed(ctx)
	var best []uint32
	least := math.Inf(1)
	try := func(candidate []uint32, err error) error {
		if candidate == nil || err != nil {
			return err
		}
		if err := g.exchange(heed, candidate); err != nil {
			return err
		}
		cost, err := orderCost(heed, g, candidate)
		if best == nil || cost < least {
			best, least = candidate, cost
		}
		return err
	}
	var starts [3][]uint32
	var begin []uint32
	for i := range starts {
		var err error
		if begin, err = g.breadthFirst(heed, begin); err != nil {
			return nil, err
		}
		starts[i] = begin
	}
	for _, from := range starts {
		for _, v := range [2]uint32{from[0], from[len(from)-1]} {
			if err := try(g.greedy(heed, v, from)); err != nil {
				return nil, err
			}
		}
	}
	for _, candidate := range starts {
		if err := try(candidate, nil); err != nil {
			return nil, err
		}
	}
	if g.Vertices() > spectralVertices || least < spectralStates {
		return best, nil
	}
	sweeps, err := spectralOrders(heed, g)
	if err != nil {
		return nil, err
	}
	for _, sweep := range sweeps {
		if err := try(g.follow(heed, sweep)); err != nil {
			return nil, err
		}
		if err := try(sweep, nil); err != nil {
			return nil, err
		}
	}
	return best, nil
}

// orderCost estimates the states of all steps; it is infinite where the
// frontier is wider than maxWidth.
func orderCost(heed *par.Heed, g *Graph, order []uint32) (float64, error) {
	cost := 0.0
	err := eachWidth(heed, g, order, func(width int) bool {
		if width > maxWidth {
			cost = math.Inf(1)
			return false
		}
		cost += math.Pow(growth, float64(width))
		return true
	})
	return cost, err
}

// eachWidth tells how wide the frontier is after each step of an order, for as long as that is
// wanted.
func eachWidth(heed *par.Heed, g *Graph, order []uint32, each func(width int) bool) error {
	position := positions(order)
	leaves := make([]int, len(order))
	width := 0
	for i, v := range order {
		last, row := i, g.row(v)
		if err := heed.Did(1 + len(row)); err != nil {
			return err
		}
		for _, u := range row {
			last = max(last, position[u])
		}
		if last > i {
			width++
			leaves[last]++
		}
		width -= leaves[i]
		if !each(width) {
			return nil
		}
	}
	return nil
}

// Widths returns how wide the frontier is after each step of the plan, which must be one that can
// be counted by.
func (p *Plan) Widths(ctx context.Context, g *Graph) ([]uint8, error) {
	widths := make([]uint8, 0, len(p.Order))
	err := eachWidth(par.NewHeed(ctx), g, p.Order, func(width int) bool {
		widths = append(widths, uint8(width))
		return true
	})
	return widths, err
}

// breadthFirst returns a breadth-first order of g, component by component, that
// begins each with the vertex that comes last there in the order given, or
// with one of least degree.
func (g *Graph) breadthFirst(heed *par.Heed, after []uint32) ([]uint32, error) {
	n := g.Vertices()
	begin := slices.Clone(after)
	slices.Reverse(begin)
	if after == nil {
		begin = make([]uint32, n)
		for v := range begin {
			begin[v] = uint32(v)
		}
		slices.SortStableFunc(begin, func(a, b uint32) int { return cmp.Compare(len(g.row(a)), len(g.row(b))) })
	}
	order := make([]uint32, 0, n)
	seen := make([]bool, n)
	var row []uint32
	for _, s := range begin {
		if seen[s] {
			continue
		}
		seen[s] = true
		order = append(order, s)
		for i := len(order) - 1; i < len(order); i++ {
			row = append(row[:0], g.row(order[i])...)
			if err := heed.Did(1 + 8*len(row)); err != nil {
				return nil, err
			}
			slices.SortStableFunc(row, func(a, b uint32) int { return cmp.Compare(len(g.row(a)), len(g.row(b))) })
			for _, u := range row {
				if !seen[u] {
					seen[u] = true
					order = append(order, u)
				}
			}
		}
	}
	return order, nil
}

// candidates is how many of the vertices beside the frontier the greedy order
// chooses among: where there are more, the order is not going to be good.
const candidates = 256

// greedy returns the order that begins with start and goes on with the vertex
// beside the frontier that makes it grow least; of several, with the one whose
// neighbours have waited longest. New components begin where begin says. It
// returns nil where the frontier becomes too wide.
func (g *Graph) greedy(heed *par.Heed, start uint32, begin []uint32) ([]uint32, error) {
	n := g.Vertices()
	order := make([]uint32, 0, n)
	waits := make([]int, n) // 1 + position of the neighbour that was decided first, 0 for none
	var beside []uint32     // undecided vertices with decided neighbours
	f := newFront(g)
	fresh := 0
	for v := start; ; {
		f.decide(v)
		order = append(order, v)
		if err := heed.Did(1 + 2*len(g.row(v)) + min(len(beside), candidates)); err != nil {
			return nil, err
		}
		for _, u := range g.row(v) {
			if !f.decided[u] && waits[u] == 0 {
				waits[u] = len(order)
				beside = append(beside, u)
			}
		}
		if f.width > maxWidth {
			return nil, nil
		}
		if len(order) == n {
			return order, nil
		}
		if len(beside) == 0 {
			for f.decided[begin[fresh]] {
				fresh++
			}
			v = begin[fresh]
			continue
		}
		best, least := 0, math.MaxInt
		for i, u := range beside[:min(len(beside), candidates)] {
			grows := f.grows(u)
			if grows < least || grows == least && waits[u] < waits[beside[best]] {
				best, least = i, grows
			}
		}
		v = beside[best]
		beside[best] = beside[len(beside)-1]
		beside = beside[:len(beside)-1]
	}
}

// follow returns an order that keeps close to another one: of the first
// vertices there that are undecided it takes the one that lets the frontier
// grow least.
func (g *Graph) follow(heed *par.Heed, order []uint32) ([]uint32, error) {
	const ahead = 32
	rest := slices.Clone(order)
	followed := make([]uint32, 0, len(order))
	f := newFront(g)
	for len(rest) > 0 {
		best, least := 0, math.MaxInt
		for i, v := range rest[:min(ahead, len(rest))] {
			if grows := f.grows(v); grows < least {
				best, least = i, grows
			}
		}
		v := rest[best]
		copy(rest[1:], rest[:best])
		rest = rest[1:]
		f.decide(v)
		followed = append(followed, v)
		if err := heed.Did(ahead + 2*len(g.row(v))); err != nil {
			return nil, err
		}
	}
	return followed, nil
}

// exchange improves an order: of two vertices that follow each other, that one
// goes first that leaves the narrower frontier between them. What comes before
// and after does not change.
func (g *Graph) exchange(heed *par.Heed, order []uint32) error {
	const rounds = 4
	for range rounds {
		changed := false
		f := newFront(g)
		for i := range order {
			if i+1 < len(order) && f.grows(order[i+1]) < f.grows(order[i]) {
				order[i], order[i+1] = order[i+1], order[i]
				changed = true
			}
			f.decide(order[i])
			if err := heed.Did(1 + 2*len(g.row(order[i]))); err != nil {
				return err
			}
		}
		if !changed {
			break
		}
	}
	return nil
}
