package generator

import (
	"fmt"

	"github.com/tricycle-graph/tricycle/graph"
)

// Path is the path 0, 1, ..., Vertices-1: no triangles and no cycles at all.
type Path struct {
	Vertices int
}

// Source checks the parameters and returns the source.
func (g Path) Source() (*Source, error) {
	if err := within("path", "vertices", g.Vertices, 1, maxVertices); err != nil {
		return nil, err
	}
	info := graph.Info{
		Name:     fmt.Sprintf("path --vertices %d", g.Vertices),
		Format:   "path",
		Vertices: graph.Known(g.Vertices),
		Records:  graph.Known(int64(g.Vertices) - 1),
		EachOnce: true,
	}
	return newSource(info, g.Vertices-1, blockRecords, func(begin, end int, edges []graph.Edge) []graph.Edge {
		for v := begin; v < end; v++ {
			edges = append(edges, graph.Edge{U: uint32(v), V: uint32(v + 1)})
		}
		return edges
	}).drawn(onSquares(1, g.Vertices)), nil
}

// Cycle is the cycle 0, 1, ..., Vertices-1: one triangle for three vertices,
// one longer chordless cycle for more.
type Cycle struct {
	Vertices int // at least 3
}

// Source checks the parameters and returns the source.
func (g Cycle) Source() (*Source, error) {
	if err := within("cycle", "vertices", g.Vertices, 3, maxVertices); err != nil {
		return nil, err
	}
	info := graph.Info{
		Name:     fmt.Sprintf("cycle --vertices %d", g.Vertices),
		Format:   "cycle",
		Vertices: graph.Known(g.Vertices),
		Records:  graph.Known(g.Vertices),
		EachOnce: true,
	}
	return newSource(info, g.Vertices, blockRecords, func(begin, end int, edges []graph.Edge) []graph.Edge {
		for v := begin; v < end; v++ {
			edges = append(edges, graph.Edge{U: uint32(v), V: uint32(after(v, g.Vertices))})
		}
		return edges
	}).drawn(onRing(g.Vertices)), nil
}

// Prism is the prism graph: two cycles of Length vertices, each vertex joined
// to its like, 3·Length edges. It has no triangles but the two ends of the
// triangular prism. The second cycle has the ids from Length on.
type Prism struct {
	Length int // at least 3
}

// Source checks the parameters and returns the source.
func (g Prism) Source() (*Source, error) {
	if err := within("prism", "length", g.Length, 3, maxVertices/2); err != nil {
		return nil, err
	}
	straight := func(i int) int { return i }
	return prism("prism", g.Length, straight), nil
}

// CrossedPrism is the crossed prism graph: two cycles of Length vertices, an
// even number, where the edges between them cross in pairs: for even i the
// vertex i of one is joined to i+1 of the other, and i+1 to i. It has
// 3·Length edges, no triangles and, for Length = 2n of at least 6, 5n + 2^n
// chordless cycles. The second cycle has the ids from Length on.
type CrossedPrism struct {
	Length int // even, at least 4
}

// Source checks the parameters and returns the source.
func (g CrossedPrism) Source() (*Source, error) {
	if err := within("crossed-prism", "length", g.Length, 4, maxVertices/2); err != nil {
		return nil, err
	}
	if g.Length%2 != 0 {
		return nil, wrong("crossed-prism", "length", g.Length, "even")
	}
	crossed := func(i int) int { return i ^ 1 }
	return prism("crossed-prism", g.Length, crossed), nil
}

// prism is two cycles, vertex i of the first joined to rung(i) of the second.
func prism(name string, length int, rung func(i int) int) *Source {
	info := graph.Info{
		Name:     fmt.Sprintf("%s --length %d", name, length),
		Format:   name,
		Vertices: graph.Known(2 * int64(length)),
		Records:  graph.Known(3 * int64(length)),
		EachOnce: true,
	}
	return newSource(info, length, blockRecords/3, func(begin, end int, edges []graph.Edge) []graph.Edge {
		for i := begin; i < end; i++ {
			next := after(i, length)
			edges = append(edges,
				graph.Edge{U: uint32(i), V: uint32(next)},
				graph.Edge{U: uint32(length + i), V: uint32(length + next)},
				graph.Edge{U: uint32(i), V: uint32(length + rung(i))})
		}
		return edges
	}).drawn(onRings(length, ringRadius(length)+1, ringRadius(length)))
}

// MobiusLadder is the Möbius ladder of Guy and Harary (Canadian Mathematical
// Bulletin 10, 1967): a cycle of 2·Rungs vertices with each joined to the one
// opposite, 3·Rungs edges. Two rungs make K_4 with 4 triangles, three make
// K_{3,3}; from there on it has no triangles.
type MobiusLadder struct {
	Rungs int // at least 2
}

// Source checks the parameters and returns the source.
func (g MobiusLadder) Source() (*Source, error) {
	if err := within("mobius-ladder", "rungs", g.Rungs, 2, maxVertices/2); err != nil {
		return nil, err
	}
	info := graph.Info{
		Name:     fmt.Sprintf("mobius-ladder --rungs %d", g.Rungs),
		Format:   "mobius-ladder",
		Vertices: graph.Known(2 * int64(g.Rungs)),
		Records:  graph.Known(3 * int64(g.Rungs)),
		EachOnce: true,
	}
	return newSource(info, g.Rungs, blockRecords/3, func(begin, end int, edges []graph.Edge) []graph.Edge {
		for i := begin; i < end; i++ {
			edges = append(edges,
				graph.Edge{U: uint32(i), V: uint32(i + 1)},
				graph.Edge{U: uint32(i + g.Rungs), V: uint32(after(i+g.Rungs, 2*g.Rungs))},
				graph.Edge{U: uint32(i), V: uint32(i + g.Rungs)})
		}
		return edges
	}).drawn(onRing(2 * g.Rungs)), nil
}

// after returns the number after i on a cycle of n.
func after(i, n int) int {
	if i+1 == n {
		return 0
	}
	return i + 1
}
