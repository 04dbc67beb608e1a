package chordless

import (
	"slices"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// atom is a graph in which chordless cycles of four vertices and more are
// looked for, in symmetric CSR over its own ids.
//
// A vertex of degree 2 may stand for a whole chain of such vertices of the
// graph: then its weight is their number. Its two neighbours are not adjacent,
// so that every chordless cycle of the atom through it has four vertices and
// more and stands for one of the graph, whose length is the sum of the weights.
type atom struct {
	offsets   []uint32 // n+1 positions in neighbors
	neighbors []uint32 // ascending within a row
	first     []uint32 // n+1 positions in members
	// members are the vertices of the graph that each vertex stands for. Those
	// of a chain are in the order in which it leads from the smaller to the
	// larger of the vertex's two neighbours.
	members []uint32
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

// size returns the number of vertices.
func (a *atom) size() int { return len(a.offsets) - 1 }

// edges returns the number of edges.
func (a *atom) edges() int { return len(a.neighbors) / 2 }

// row returns the neighbours of v, ascending.
func (a *atom) row(v uint32) []uint32 { return a.neighbors[a.offsets[v]:a.offsets[v+1]] }

// adjacent says whether there is an edge between u and v.
func (a *atom) adjacent(u, v uint32) bool {
	_, found := slices.BinarySearch(a.row(u), v)
	return found
}

// chainOf returns the vertices of the graph that v stands for.
func (a *atom) chainOf(v uint32) []uint32 { return a.members[a.first[v]:a.first[v+1]] }

// weight returns their number.
func (a *atom) weight(v uint32) int { return int(a.first[v+1] - a.first[v]) }

// weights returns the weights of all vertices.
func (a *atom) weights() []uint32 {
	all := make([]uint32, a.size())
	for v := range all {
		all[v] = uint32(a.weight(uint32(v)))
	}
	return all
}

// maxDegree returns the largest degree.
func (a *atom) maxDegree() int {
	most := 0
	for v := range uint32(a.size()) {
		most = max(most, len(a.row(v)))
	}
	return most
}

// bytes is what the atom holds.
func (a *atom) bytes() int64 {
	return 4 * int64(len(a.offsets)+len(a.neighbors)+len(a.first)+len(a.members))
}

// expand appends to cycle the vertices of the graph on a cycle of the atom.
func (a *atom) expand(cycle, path []uint32) []uint32 {
	if len(a.members) == a.size() {
		for _, v := range path {
			cycle = append(cycle, a.members[v])
		}
		return cycle
	}
	previous := path[len(path)-1]
	for _, v := range path {
		cycle = a.appendChain(cycle, previous, v)
		previous = v
	}
	return cycle
}

// appendChain appends the vertices of the graph that v stands for, in the order
// in which a path that comes from a neighbour of v meets them.
func (a *atom) appendChain(list []uint32, from, v uint32) []uint32 {
	begin := len(list)
	list = append(list, a.chainOf(v)...)
	if len(list)-begin > 1 && from != a.row(v)[0] {
		slices.Reverse(list[begin:])
	}
	return list
}

// scratch maps the vertices of an atom to those of a part of it. It has an
// entry for each vertex, and is all absent between uses.
type scratch []uint32

const absent = ^uint32(0)

func newScratch(size int) scratch { return slices.Repeat([]uint32{absent}, size) }

// induced returns the part of a that its vertices, ascending, induce.
func (a *atom) induced(heed *par.Heed, vertices []uint32, local scratch) (*atom, error) {
	for i, v := range vertices {
		local[v] = uint32(i)
	}
	b := &atom{offsets: make([]uint32, 1, len(vertices)+1), first: make([]uint32, 1, len(vertices)+1)}
	for _, v := range vertices {
		row := a.row(v)
		if err := heed.Did(1 + len(row)); err != nil {
			return nil, err
		}
		for _, w := range row {
			if local[w] != absent {
				b.neighbors = append(b.neighbors, local[w])
			}
		}
		b.offsets = append(b.offsets, uint32(len(b.neighbors)))
		b.members = append(b.members, a.chainOf(v)...)
		b.first = append(b.first, uint32(len(b.members)))
	}
	for _, v := range vertices {
		local[v] = absent
	}
	return b, nil
}

// merge returns the atom of the vertices to keep, in which the first vertex of
// each chain stands for all of it.
func (a *atom) merge(heed *par.Heed, keep []bool, chains map[uint32]merger) (*atom, error) {
	local := newScratch(a.size())
	b := &atom{offsets: make([]uint32, 1), first: make([]uint32, 1)}
	size := uint32(0)
	for v := range uint32(a.size()) {
		if keep[v] {
			local[v] = size
			size++
		}
	}
	// The last vertex of a chain leads to its first.
	for first, m := range chains {
		local[m.chain[len(m.chain)-1]] = local[first]
	}
	for v := range uint32(a.size()) {
		if err := heed.Did(1 + len(a.row(v))); err != nil {
			return nil, err
		}
		if !keep[v] {
			continue
		}
		begin := len(b.neighbors)
		m, chained := chains[v]
		if !chained {
			m = merger{chain: []uint32{v}}
			for _, w := range a.row(v) {
				if local[w] != absent {
					b.neighbors = append(b.neighbors, local[w])
				}
			}
			b.members = append(b.members, a.chainOf(v)...)
		} else {
			// The order of the ids is kept, so that the smaller neighbour here is
			// the smaller one there.
			b.neighbors = append(b.neighbors, local[m.from], local[m.to])
			if m.from > m.to {
				slices.Reverse(m.chain)
				m.from = m.to
			}
			previous := m.from
			for _, x := range m.chain {
				b.members = a.appendChain(b.members, previous, x)
				previous = x
			}
		}
		slices.Sort(b.neighbors[begin:])
		b.offsets = append(b.offsets, uint32(len(b.neighbors)))
		b.first = append(b.first, uint32(len(b.members)))
	}
	return b, nil
}
