package chordless

import (
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// core returns the 2-core of a graph, what is left when vertices of degree 0
// and 1 go until there are none: no others are on a cycle. They cost the bytes
// of one degree each, so that a graph may declare many vertices and use few.
//
// limit bounds the bytes that reducing the core will hold; 0 is no limit.
func core(heed *par.Heed, g *graph.Graph, limit int64) (*atom, error) {
	n := g.Vertices()
	most := int64(2 * g.Edges()) // entries of a core, and more than its vertices
	if err := fitsReducing(4*int64(n), 4*int64(n)+reduceBytes(int(min(most, int64(n))), most), limit); err != nil {
		return nil, err
	}
	degree := make([]uint32, n)
	var leaves []uint32
	size := 0
	for v := range degree {
		if err := heed.Did(1); err != nil {
			return nil, err
		}
		switch degree[v] = g.Degree(uint32(v)); degree[v] {
		case 0:
			continue
		case 1:
			leaves = append(leaves, uint32(v))
		}
		size++
	}
	for len(leaves) > 0 {
		v := leaves[len(leaves)-1]
		leaves = leaves[:len(leaves)-1]
		size--
		row := g.Neighbors(v)
		if err := heed.Did(1 + len(row)); err != nil {
			return nil, err
		}
		for _, w := range row {
			if degree[w]--; degree[w] == 1 {
				leaves = append(leaves, w)
			}
		}
	}
	entries := int64(0)
	for _, d := range degree {
		if d > 1 {
			entries += int64(d)
		}
	}
	need := 4*int64(n) + reduceBytes(size, entries)
	if err := fitsReducing(need, need, limit); err != nil {
		return nil, err
	}
	if size == n {
		return whole(g), nil
	}
	return cutOut(heed, g, degree, size, entries)
}

// cutOut returns the part of a graph that has degrees of 2 and more, of so many
// vertices and entries of their lists. It uses the degrees up.
func cutOut(heed *par.Heed, g *graph.Graph, degree []uint32, size int, entries int64) (*atom, error) {
	a := &atom{
		offsets: make([]uint32, 1, size+1), neighbors: make([]uint32, 0, entries),
		first: make([]uint32, 1, size+1), members: make([]uint32, 0, size),
	}
	local := scratch(degree)
	for v, d := range degree {
		if d < 2 {
			local[v] = absent
			continue
		}
		local[v] = uint32(len(a.members))
		a.members = append(a.members, uint32(v))
		a.first = append(a.first, uint32(len(a.members)))
	}
	for _, v := range a.members {
		row := g.Neighbors(v)
		if err := heed.Did(1 + len(row)); err != nil {
			return nil, err
		}
		for _, w := range row {
			if local[w] != absent {
				a.neighbors = append(a.neighbors, local[w])
			}
		}
		a.offsets = append(a.offsets, uint32(len(a.neighbors)))
	}
	return a, nil
}

// reduceBytes is what reducing a core of so many vertices and entries of their
// lists holds at most: the marks and stacks of the steps, the parts of a step
// and those of the next.
func reduceBytes(vertices int, entries int64) int64 { return 96*int64(vertices) + 16*entries }

// fitsReducing asks for enough where what is known to be needed is more than the
// limit.
func fitsReducing(need, enough, limit int64) error {
	if limit > 0 && need > limit {
		return &graph.MemoryError{What: "reducing the graph", Need: enough, Limit: limit}
	}
	return nil
}
