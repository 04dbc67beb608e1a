package foodweb

import "github.com/tricycle-graph/tricycle/graph"

// adjacency holds, for each compartment, those that its arcs lead to, in no
// order and with repeats.
type adjacency struct {
	offsets []uint64 // len n+1
	heads   []uint32
}

func newAdjacency(n int, arcs []graph.Edge) adjacency {
	a := adjacency{offsets: make([]uint64, n+1), heads: make([]uint32, len(arcs))}
	for _, arc := range arcs {
		a.offsets[arc.U+1]++
	}
	for v := range n {
		a.offsets[v+1] += a.offsets[v]
	}
	next := make([]uint64, n)
	copy(next, a.offsets)
	for _, arc := range arcs {
		a.heads[next[arc.U]] = arc.V
		next[arc.U]++
	}
	return a
}

func (a adjacency) of(v uint32) []uint32 { return a.heads[a.offsets[v]:a.offsets[v+1]] }
