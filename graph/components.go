package graph

import "context"

// Components returns, for every vertex, the smallest vertex of its connected
// component. An isolated vertex is a component of its own.
//
// It is the union-find of Galler and Fischer (1964) with the smaller root as
// parent and path halving (van Leeuwen and van der Weide 1977), in
// O(m log n) time and 4 bytes a vertex.
func (g *Graph) Components(ctx context.Context) ([]uint32, error) {
	parent := make([]uint32, g.Vertices())
	for v := range parent {
		parent[v] = uint32(v)
	}
	root := func(v uint32) uint32 {
		for parent[v] != v {
			parent[v] = parent[parent[v]]
			v = parent[v]
		}
		return v
	}
	for v := range uint32(len(parent)) {
		if v%(1<<12) == 0 && ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		for _, w := range g.Neighbors(v) {
			if w > v {
				break // v stands in the list of w too
			}
			a, b := root(v), root(w)
			parent[max(a, b)] = min(a, b)
		}
	}
	// A parent is never larger than its child, so that one pass in the order
	// of the ids finds every parent at its root already.
	for v := range parent {
		parent[v] = parent[parent[v]]
	}
	return parent, nil
}
