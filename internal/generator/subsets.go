package generator

import (
	"fmt"
	"slices"

	"github.com/tricycle-graph/tricycle/graph"
)

// Triangular is the triangular graph T(n), the line graph of K_n: the pairs of
// n elements, joined where they share one. It has C(n,2) vertices,
// C(n,2)·(n-2) edges and C(n,2)·(n-2)²/3 triangles. The pair i < j has the id
// j(j-1)/2 + i.
type Triangular struct {
	Elements int // n
}

// Source checks the parameters and returns the source.
func (g Triangular) Source() (*Source, error) {
	// 92682 is the largest n whose pairs fit 32 bits.
	if err := within("triangular", "elements", g.Elements, 2, 92682); err != nil {
		return nil, err
	}
	n := g.Elements * (g.Elements - 1) / 2
	info := graph.Info{
		Name:     fmt.Sprintf("triangular --elements %d", g.Elements),
		Format:   "triangular",
		Vertices: graph.Known(n),
		Records:  graph.Known(int64(n) * int64(g.Elements-2)),
		EachOnce: true,
	}
	perBlock := max(1, blockRecords/g.Elements)
	return newSource(info, n, perBlock, func(begin, end int, edges []graph.Edge) []graph.Edge {
		for v := begin; v < end; v++ {
			row, i := triangularRow(v)
			j := row + 1
			// Smaller pairs: {a, i} for a < i, {i, b} for i < b < j, {a, j} for a < i.
			for a := range i {
				edges = append(edges, graph.Edge{U: uint32(i*(i-1)/2 + a), V: uint32(v)})
			}
			for b := i + 1; b < j; b++ {
				edges = append(edges, graph.Edge{U: uint32(b*(b-1)/2 + i), V: uint32(v)})
			}
			for u := v - i; u < v; u++ {
				edges = append(edges, graph.Edge{U: uint32(u), V: uint32(v)})
			}
		}
		return edges
	}), nil
}

// Kneser is the Kneser graph K(n, k): the subsets of k out of n elements,
// joined where they are disjoint. K(5, 2) is the Petersen graph. It has C(n,k)
// vertices, C(n,k)·C(n-k,k)/2 edges and C(n,k)·C(n-k,k)·C(n-2k,k)/6 triangles.
// A subset's id is its rank in colexicographic order: the sum of C(e_i, i) over
// its elements e_1 < ... < e_k, counted from 0.
type Kneser struct {
	Elements int // n
	Size     int // k
}

// mostSubsets is the most vertices of a Kneser graph, most of which may be
// neighbours of one.
const mostSubsets = 1 << 24

// Source checks the parameters and returns the source.
func (g Kneser) Source() (*Source, error) {
	if err := within("kneser", "elements", g.Elements, 1, mostSubsets); err != nil {
		return nil, err
	}
	if err := within("kneser", "size", g.Size, 1, g.Elements); err != nil {
		return nil, err
	}
	n := binomial(g.Elements, g.Size)
	if n > mostSubsets {
		return nil, &ParameterError{"kneser", "size", g.Size, fmt.Sprintf("there are more than %d subsets of %d out of %d elements",
			mostSubsets, g.Size, g.Elements)}
	}
	degree := binomial(g.Elements-g.Size, g.Size)
	info := graph.Info{
		Name:     fmt.Sprintf("kneser --elements %d --size %d", g.Elements, g.Size),
		Format:   "kneser",
		Vertices: graph.Known(n),
		Records:  graph.Known(int64(n) * int64(degree) / 2),
		EachOnce: true,
	}
	perBlock := max(1, 2*blockRecords/max(1, degree))
	return newSource(info, n, perBlock, func(begin, end int, edges []graph.Edge) []graph.Edge {
		var free []int
		for v := begin; v < end; v++ {
			free = g.smallerOutside(free[:0], v)
			edges = appendSubsets(edges, uint32(v), free, g.Size, 0)
		}
		return edges
	}), nil
}

// smallerOutside appends, ascending, the elements that are not in the subset
// of rank v and smaller than its largest. A subset of them is disjoint to that
// one and of smaller rank, and all such are.
func (g Kneser) smallerOutside(free []int, v int) []int {
	rest, size := v, g.Size
	for e := g.Elements - 1; e >= 0; e-- {
		if size > 0 && binomial(e, size) <= rest {
			rest -= binomial(e, size)
			size--
		} else if size < g.Size {
			free = append(free, e)
		}
	}
	slices.Reverse(free)
	return free
}

// appendSubsets appends an edge from v to every subset of size elements of
// free, joined to larger elements that are worth rank.
func appendSubsets(edges []graph.Edge, v uint32, free []int, size, rank int) []graph.Edge {
	if size == 1 {
		for _, e := range free {
			edges = append(edges, graph.Edge{U: uint32(rank + e), V: v})
		}
		return edges
	}
	for i := size - 1; i < len(free); i++ {
		edges = appendSubsets(edges, v, free[:i], size-1, rank+binomial(free[i], size))
	}
	return edges
}

// binomial returns C(n, k), or a number greater than mostSubsets where that is.
// Until then no product here is larger than mostSubsets squared.
func binomial(n, k int) int {
	if k > n {
		return 0
	}
	c := 1
	for i := range min(k, n-k) {
		if c = c * (n - i) / (i + 1); c > mostSubsets {
			break
		}
	}
	return c
}
