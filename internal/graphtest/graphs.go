package graphtest

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/tricycle-graph/tricycle/internal/lists"
)

// Edges is a graph to test with: n vertices, and edges in any direction and
// number.
type Edges struct {
	N     int
	Pairs [][2]uint32
}

func (e *Edges) Add(u, v int) { e.Pairs = append(e.Pairs, [2]uint32{uint32(u), uint32(v)}) }

// Lists drops loops and repeats and returns the strictly lower triangle.
func (e *Edges) Lists() *lists.Oriented {
	lower := make([][2]uint32, 0, len(e.Pairs))
	for _, p := range e.Pairs {
		if p[0] != p[1] {
			lower = append(lower, [2]uint32{max(p[0], p[1]), min(p[0], p[1])})
		}
	}
	slices.SortFunc(lower, func(a, b [2]uint32) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) })
	lower = slices.Compact(lower)
	offsets := make([]uint64, e.N+1)
	neighbors := make([]uint32, len(lower))
	for i, p := range lower {
		offsets[p[0]+1]++
		neighbors[i] = p[1]
	}
	for r := range e.N {
		offsets[r+1] += offsets[r]
	}
	return lists.NewOriented(offsets, neighbors)
}

// Relabel renames vertex v to names[v] in a graph of n vertices.
func (e *Edges) Relabel(n int, names []uint32) *Edges {
	renamed := &Edges{N: n}
	for _, p := range e.Pairs {
		renamed.Add(int(names[p[0]]), int(names[p[1]]))
	}
	return renamed
}

// ByDegree renames the vertices by falling degree.
func (e *Edges) ByDegree() *Edges {
	degree := make([]int, e.N)
	for _, p := range e.Pairs {
		degree[p[0]]++
		degree[p[1]]++
	}
	order := make([]uint32, e.N)
	for v := range order {
		order[v] = uint32(v)
	}
	slices.SortStableFunc(order, func(a, b uint32) int { return cmp.Compare(degree[b], degree[a]) })
	rank := make([]uint32, e.N)
	for r, v := range order {
		rank[v] = uint32(r)
	}
	return e.Relabel(e.N, rank)
}

// Triangles looks at all triples.
func (e *Edges) Triangles() uint64 {
	adjacent := make([][]bool, e.N)
	for u := range adjacent {
		adjacent[u] = make([]bool, e.N)
	}
	for _, p := range e.Pairs {
		adjacent[p[0]][p[1]], adjacent[p[1]][p[0]] = true, true
	}
	count := uint64(0)
	for a := range e.N {
		for b := range a {
			for c := range b {
				if adjacent[a][b] && adjacent[a][c] && adjacent[b][c] {
					count++
				}
			}
		}
	}
	return count
}

// Random joins every two vertices with this probability.
func Random(rng *rand.Rand, n int, probability float64) *Edges {
	e := &Edges{N: n}
	for u := range n {
		for v := range u {
			if rng.Float64() < probability {
				e.Add(u, v)
			}
		}
	}
	return e
}

// Various are graphs of many shapes, by name: without an edge, of known form, and so many
// of each random kind, from nothing to some thousand vertices.
func Various(rng *rand.Rand, rounds int) map[string]*Edges {
	graphs := map[string]*Edges{
		"nothing": {}, "no edges": {N: 5}, "one edge": Random(rng, 2, 1),
		"wheel":    Wheel(600),
		"complete": Random(rng, 100, 1), // whose edges leave a truss at once
		"dense":    Random(rng, 400, .4),
		"strip":    CyclePower(200, 3),
	}
	for i := range rounds {
		graphs[fmt.Sprintf("random %d", i)] = Random(rng, rng.IntN(40<<(i%4)), []float64{.02, .2, .7}[i%3])
		graphs[fmt.Sprintf("hubs %d", i)] = Hubs(rng, rng.IntN(1500))
		graphs[fmt.Sprintf("Kronecker %d", i)] = Kronecker(rng, 6+i%5, 16).ByDegree()
	}
	return graphs
}

// Hubs joins a few vertices to nearly all and the others to few, and shuffles
// the ids.
func Hubs(rng *rand.Rand, n int) *Edges {
	e := &Edges{N: n}
	for u := range n {
		for v := range u {
			if rng.Float64() < 1/float64(1+v) {
				e.Add(u, v)
			}
		}
	}
	return e.Shuffle(rng)
}

func (e *Edges) Shuffle(rng *rand.Rand) *Edges {
	names := make([]uint32, e.N)
	for i, v := range rng.Perm(e.N) {
		names[i] = uint32(v)
	}
	return e.Relabel(e.N, names)
}

// Complete is K_n, as lists at once.
func Complete(n int) *lists.Oriented {
	offsets := make([]uint64, n+1)
	neighbors := make([]uint32, 0, n*(n-1)/2)
	for u := range n {
		for v := range u {
			neighbors = append(neighbors, uint32(v))
		}
		offsets[u+1] = uint64(len(neighbors))
	}
	return lists.NewOriented(offsets, neighbors)
}

// Multipartite joins all vertices that are in different parts.
func Multipartite(parts ...int) *Edges {
	part := []int{}
	for i, size := range parts {
		for range size {
			part = append(part, i)
		}
	}
	e := &Edges{N: len(part)}
	for u := range part {
		for v := range u {
			if part[u] != part[v] {
				e.Add(u, v)
			}
		}
	}
	return e
}

// Wheel joins a hub to all of a rim of n vertices.
func Wheel(n int) *Edges {
	e := &Edges{N: n + 1}
	for i := range n {
		e.Add(i, (i+1)%n)
		e.Add(i, n)
	}
	return e
}

// Grid has one diagonal in each cell.
func Grid(rows, cols int) *Edges {
	e := &Edges{N: rows * cols}
	for r := range rows {
		for c := range cols {
			v := r*cols + c
			if c+1 < cols {
				e.Add(v, v+1)
			}
			if r+1 < rows {
				e.Add(v, v+cols)
			}
			if r+1 < rows && c+1 < cols {
				e.Add(v, v+cols+1)
			}
		}
	}
	return e
}

// Kneser joins the subsets of k out of n that have nothing in common.
func Kneser(n, k int) *Edges {
	var sets []uint
	for s := range uint(1) << n {
		ones := 0
		for bit := range n {
			ones += int(s >> bit & 1)
		}
		if ones == k {
			sets = append(sets, s)
		}
	}
	e := &Edges{N: len(sets)}
	for u := range sets {
		for v := range u {
			if sets[u]&sets[v] == 0 {
				e.Add(u, v)
			}
		}
	}
	return e
}

// CyclePower joins vertices of a cycle up to k steps apart.
func CyclePower(n, k int) *Edges {
	e := &Edges{N: n}
	for v := range n {
		for step := 1; step <= k; step++ {
			e.Add(v, (v+step)%n)
		}
	}
	return e
}

// Kronecker draws raw edges by the quadrants of R-MAT with the parameters of
// Graph500.
func Kronecker(rng *rand.Rand, scale, factor int) *Edges {
	e := &Edges{N: 1 << scale}
	for range factor << scale {
		u, v := 0, 0
		for range scale {
			r := rng.Float64()
			u, v = 2*u, 2*v
			switch {
			case r < .57:
			case r < .76:
				v++
			case r < .95:
				u++
			default:
				u++
				v++
			}
		}
		e.Add(u, v)
	}
	return e
}

// Uniform draws m raw edges.
func Uniform(rng *rand.Rand, n, m int) *Edges {
	e := &Edges{N: n}
	for range m {
		e.Add(rng.IntN(n), rng.IntN(n))
	}
	return e
}

// Under joins one more vertex, the last, to all vertices of a graph: its row is
// as long as can be, and the edges of the graph are its triangles.
func (e *Edges) Under() *Edges {
	hub := &Edges{N: e.N + 1, Pairs: e.Pairs}
	for v := range e.N {
		hub.Add(v, e.N)
	}
	return hub
}

// Choose returns n over k.
func Choose(n, k int) uint64 {
	c := uint64(1)
	for i := range k {
		c = c * uint64(n-i) / uint64(i+1)
	}
	return c
}
