package chordless

import "github.com/tricycle-graph/tricycle/graph"

// atom is a connected graph in which chordless cycles of four vertices and
// more are looked for, in symmetric CSR over its own ids.
//
// A vertex of degree 2 may stand for a whole chain of such vertices of the
// graph: then its weight is their number. Its two neighbours are not adjacent,
// so that every chordless cycle of the atom has four vertices and more and
// stands for one of the graph, whose length is the sum of the weights.
type atom struct {
	offsets   []uint32 // n+1 positions in neighbors
	neighbors []uint32 // ascending within a row
	first     []uint32 // n+1 positions in members
	// members are the vertices of the graph that each vertex stands for. Those
	// of a chain are in the order in which it leads from the smaller to the
	// larger of the vertex's two neighbours.
	members []uint32
}

// size returns the number of vertices.
func (a *atom) size() int { return len(a.offsets) - 1 }

// row returns the neighbours of v, ascending.
func (a *atom) row(v uint32) []uint32 { return a.neighbors[a.offsets[v]:a.offsets[v+1]] }

// expand appends to cycle the vertices of the graph on a cycle of the atom.
func (a *atom) expand(cycle, path []uint32) []uint32 {
	for i, v := range path {
		chain := a.members[a.first[v]:a.first[v+1]]
		previous := path[(i+len(path)-1)%len(path)]
		if len(chain) > 1 && previous != a.row(v)[0] {
			for j := len(chain) - 1; j >= 0; j-- {
				cycle = append(cycle, chain[j])
			}
			continue
		}
		cycle = append(cycle, chain...)
	}
	return cycle
}

// whole returns a graph as one atom, connected or not.
func whole(g *graph.Graph) *atom {
	n := g.Vertices()
	a := &atom{
		offsets:   make([]uint32, n+1),
		neighbors: g.Adjacency(),
		first:     make([]uint32, n+1),
		members:   make([]uint32, n),
	}
	for v := range n + 1 {
		a.offsets[v], a.first[v] = uint32(g.Offsets()[v]), uint32(v)
	}
	for v := range a.members {
		a.members[v] = uint32(v)
	}
	return a
}
