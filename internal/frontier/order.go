package frontier

import (
	"cmp"
	"context"
	"math"
	"slices"
)

// growth is about how many times more states there are when the frontier is one
// vertex wider, for choosing between orders.
const growth = 2.7

// order returns an order of the vertices with a narrow frontier: the best of
// several, improved by exchanges.
//
// The candidates are breadth-first orders from both ends of a long shortest
// path, with the neighbours by rising degree (Cuthill and McKee, 1969; the ends
// by George and Liu, 1979), and the greedy orders from there that let the
// frontier grow least, which on a grid go row by row.
func order(ctx context.Context, g *Graph) ([]uint32, error) {
	var best []uint32
	least := math.Inf(1)
	try := func(candidate []uint32) {
		if cost := orderCost(g, candidate); best == nil || cost < least {
			best, least = candidate, cost
		}
	}
	first := g.breadthFirst(nil)
	far := g.breadthFirst(first)
	starts := [][]uint32{first, far, g.breadthFirst(far)}
	for _, candidate := range starts {
		try(candidate)
	}
	if math.IsInf(least, 1) {
		return best, nil
	}
	for _, from := range starts {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		for _, v := range [2]uint32{from[0], from[len(from)-1]} {
			if candidate := g.greedy(v, from); candidate != nil {
				try(candidate)
			}
		}
	}
	if err := g.exchange(ctx, best); err != nil {
		return nil, err
	}
	return best, nil
}

// orderCost estimates the states of all steps; it is infinite where the
// frontier is wider than maxWidth.
func orderCost(g *Graph, order []uint32) float64 {
	position := positions(order)
	leaves := make([]int, len(order)+1)
	cost, width := 0.0, 0
	for i, v := range order {
		last := i
		for _, u := range g.row(v) {
			last = max(last, position[u])
		}
		if last > i {
			width++
			leaves[last]++
		}
		width -= leaves[i]
		if width > maxWidth {
			return math.Inf(1)
		}
		cost += math.Pow(growth, float64(width))
	}
	return cost
}

// breadthFirst returns a breadth-first order of g, component by component, that
// begins each with the vertex that comes last there in the order given, or
// with one of least degree.
func (g *Graph) breadthFirst(after []uint32) []uint32 {
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
			slices.SortStableFunc(row, func(a, b uint32) int { return cmp.Compare(len(g.row(a)), len(g.row(b))) })
			for _, u := range row {
				if !seen[u] {
					seen[u] = true
					order = append(order, u)
				}
			}
		}
	}
	return order
}

// candidates is how many of the vertices beside the frontier the greedy order
// chooses among: where there are more, the order is not going to be good.
const candidates = 256

// greedy returns the order that begins with start and goes on with the vertex
// beside the frontier that makes it grow least; of several, with the one whose
// neighbours have waited longest. New components begin where begin says. It
// returns nil where the frontier becomes too wide.
func (g *Graph) greedy(start uint32, begin []uint32) []uint32 {
	n := g.Vertices()
	order := make([]uint32, 0, n)
	decided := make([]bool, n)
	left := make([]int, n)     // undecided neighbours
	releases := make([]int, n) // decided neighbours that wait for this vertex alone
	waits := make([]int, n)    // position of the neighbour that was decided first, -1 for none
	for v := range n {
		left[v] = len(g.row(uint32(v)))
		waits[v] = -1
	}
	var beside []uint32 // undecided vertices with decided neighbours
	release := func(v uint32) {
		if left[v] != 1 {
			return
		}
		for _, u := range g.row(v) {
			if !decided[u] {
				releases[u]++
			}
		}
	}
	width, fresh := 0, 0
	for v := start; ; {
		decided[v] = true
		width -= releases[v]
		if left[v] > 0 {
			width++
		}
		for _, u := range g.row(v) {
			left[u]--
			if decided[u] {
				release(u)
			} else if waits[u] < 0 {
				waits[u] = len(order)
				beside = append(beside, u)
			}
		}
		release(v)
		order = append(order, v)
		if width > maxWidth {
			return nil
		}
		if len(order) == n {
			return order
		}
		if len(beside) == 0 {
			for decided[begin[fresh]] {
				fresh++
			}
			v = begin[fresh]
			continue
		}

		best, least := 0, 0
		for i, u := range beside[:min(len(beside), candidates)] {
			grows := -releases[u]
			if left[u] > 0 {
				grows++
			}
			if i == 0 || grows < least || grows == least && waits[u] < waits[beside[best]] {
				best, least = i, grows
			}
		}
		v = beside[best]
		beside[best] = beside[len(beside)-1]
		beside = beside[:len(beside)-1]
	}
}

// exchange improves an order: of two vertices that follow each other, that one
// goes first that leaves the narrower frontier between them. What comes before
// and after does not change.
func (g *Graph) exchange(ctx context.Context, order []uint32) error {
	const rounds = 16
	left := make([]int, len(order)) // undecided neighbours
	decided := make([]bool, len(order))
	grows := func(v uint32) int {
		grows := 0
		if left[v] > 0 {
			grows++
		}
		for _, u := range g.row(v) {
			if decided[u] && left[u] == 1 {
				grows--
			}
		}
		return grows
	}
	for range rounds {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		clear(decided)
		for v := range left {
			left[v] = len(g.row(uint32(v)))
		}
		changed := false
		for i := range order {
			if i+1 < len(order) && grows(order[i+1]) < grows(order[i]) {
				order[i], order[i+1] = order[i+1], order[i]
				changed = true
			}
			decided[order[i]] = true
			for _, u := range g.row(order[i]) {
				left[u]--
			}
		}
		if !changed {
			break
		}
	}
	return nil
}
