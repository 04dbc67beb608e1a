package graph

import (
	"cmp"
	"context"
	"slices"
)

// Orient ranks the vertices by order and returns the oriented lists. order is
// not OrderAuto.
func (g *Graph) Orient(ctx context.Context, order Order, opt Options) (*Oriented, error) {
	// TEMPORARY simple version (id and degree only); the parallel one replaces it.
	n := g.Vertices()
	perm := make([]uint32, n)
	for i := range perm {
		perm[i] = uint32(i)
	}
	if order != OrderID {
		slices.SortStableFunc(perm, func(a, b uint32) int { return cmp.Compare(g.Degree(b), g.Degree(a)) })
	}
	rank := make([]uint32, n)
	for r, v := range perm {
		rank[v] = uint32(r)
	}
	offsets := make([]uint64, n+1)
	var lists []uint32
	for r, v := range perm {
		for _, w := range g.Neighbors(v) {
			if rank[w] < uint32(r) {
				lists = append(lists, rank[w])
			}
		}
		slices.Sort(lists[offsets[r]:])
		offsets[r+1] = uint64(len(lists))
	}
	return &Oriented{offsets: offsets, neighbors: lists, order: perm}, nil
}
