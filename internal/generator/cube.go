package generator

import (
	"fmt"

	"github.com/tricycle-graph/tricycle/graph"
)

// Hypercube is the hypercube Q_d: the words of Dimension bits, joined where
// they differ in one. It has 2^d vertices, d·2^(d-1) edges and no triangles.
type Hypercube struct {
	Dimension int // d
}

// Source checks the parameters and returns the source.
func (g Hypercube) Source() (*Source, error) {
	if err := within("hypercube", "dimension", g.Dimension, 0, 31); err != nil {
		return nil, err
	}
	n := 1 << g.Dimension
	info := graph.Info{
		Name:     fmt.Sprintf("hypercube --dimension %d", g.Dimension),
		Format:   "hypercube",
		Vertices: graph.Known(n),
		Records:  graph.Known(int64(g.Dimension) * int64(n) / 2),
		EachOnce: true,
	}
	return newSource(info, n, blockRecords/16, func(begin, end int, edges []graph.Edge) []graph.Edge {
		for v := begin; v < end; v++ {
			for bit := 1; bit < n; bit <<= 1 {
				if v&bit == 0 {
					edges = append(edges, graph.Edge{U: uint32(v), V: uint32(v | bit)})
				}
			}
		}
		return edges
	}).drawn(onCube(g.Dimension)), nil
}

// FibonacciCube is the Fibonacci cube of Hsu (IEEE TPDS 4, 1993): the words of
// Dimension bits without two ones side by side, joined where they differ in
// one bit. With the Fibonacci numbers F_1 = F_2 = 1 it has F_{d+2} vertices,
// (d·F_{d+1} + 2(d+1)·F_d)/5 edges and no triangles.
//
// A word's id is its rank. That makes the word the Zeckendorf representation
// of the id, and a bit the Fibonacci number by which two neighbours' ids differ.
type FibonacciCube struct {
	Dimension int // d
}

// Source checks the parameters and returns the source.
func (g FibonacciCube) Source() (*Source, error) {
	// F_48 does not fit 32 bits.
	if err := within("fibonacci-cube", "dimension", g.Dimension, 0, 45); err != nil {
		return nil, err
	}
	d := g.Dimension
	fibonacci := []int{0, 1}
	for i := 2; i <= d+2; i++ {
		fibonacci = append(fibonacci, fibonacci[i-1]+fibonacci[i-2])
	}
	n := fibonacci[d+2]
	info := graph.Info{
		Name:     fmt.Sprintf("fibonacci-cube --dimension %d", d),
		Format:   "fibonacci-cube",
		Vertices: graph.Known(n),
		Records:  graph.Known(int64(d*fibonacci[d+1]+2*(d+1)*fibonacci[d]) / 5),
		EachOnce: true,
	}
	return newSource(info, n, blockRecords/16, func(begin, end int, edges []graph.Edge) []graph.Edge {
		for v := begin; v < end; v++ {
			rest := v
			for i := d + 1; rest > 0; i-- {
				if fibonacci[i] <= rest {
					rest -= fibonacci[i]
					edges = append(edges, graph.Edge{U: uint32(v - fibonacci[i]), V: uint32(v)})
				}
			}
		}
		return edges
	}).drawn(g.places(fibonacci)), nil
}

// places are those of the words in the hypercube.
func (g FibonacciCube) places(fibonacci []int) places {
	cube := onCube(g.Dimension)
	return places{cube.side, func(v uint64) (x, y float64) {
		word := uint64(0)
		for i := g.Dimension + 1; v > 0; i-- {
			if f := uint64(fibonacci[i]); f <= v {
				v -= f
				word |= 1 << (i - 2)
			}
		}
		return cube.at(word)
	}}
}
