package triangle

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"github.com/tricycle-graph/tricycle/graph"
)

// edges is a graph to test with: n vertices, and edges in any direction and
// number.
type edges struct {
	n     int
	pairs [][2]uint32
}

func (e *edges) add(u, v int) { e.pairs = append(e.pairs, [2]uint32{uint32(u), uint32(v)}) }

// lists drops loops and repeats and returns the strictly lower triangle.
func (e *edges) lists() *graph.Oriented {
	lower := make([][2]uint32, 0, len(e.pairs))
	for _, p := range e.pairs {
		if p[0] != p[1] {
			lower = append(lower, [2]uint32{max(p[0], p[1]), min(p[0], p[1])})
		}
	}
	slices.SortFunc(lower, func(a, b [2]uint32) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) })
	lower = slices.Compact(lower)
	offsets := make([]uint64, e.n+1)
	neighbors := make([]uint32, len(lower))
	for i, p := range lower {
		offsets[p[0]+1]++
		neighbors[i] = p[1]
	}
	for r := range e.n {
		offsets[r+1] += offsets[r]
	}
	return graph.NewOriented(offsets, neighbors)
}

// relabel renames vertex v to names[v] in a graph of n vertices.
func (e *edges) relabel(n int, names []uint32) *edges {
	renamed := &edges{n: n}
	for _, p := range e.pairs {
		renamed.add(int(names[p[0]]), int(names[p[1]]))
	}
	return renamed
}

// byDegree renames the vertices by falling degree.
func (e *edges) byDegree() *edges {
	degree := make([]int, e.n)
	for _, p := range e.pairs {
		degree[p[0]]++
		degree[p[1]]++
	}
	order := make([]uint32, e.n)
	for v := range order {
		order[v] = uint32(v)
	}
	slices.SortStableFunc(order, func(a, b uint32) int { return cmp.Compare(degree[b], degree[a]) })
	rank := make([]uint32, e.n)
	for r, v := range order {
		rank[v] = uint32(r)
	}
	return e.relabel(e.n, rank)
}

// triangles looks at all triples.
func (e *edges) triangles() uint64 {
	adjacent := make([][]bool, e.n)
	for u := range adjacent {
		adjacent[u] = make([]bool, e.n)
	}
	for _, p := range e.pairs {
		adjacent[p[0]][p[1]], adjacent[p[1]][p[0]] = true, true
	}
	count := uint64(0)
	for a := range e.n {
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

// random joins every two vertices with this probability.
func random(rng *rand.Rand, n int, probability float64) *edges {
	e := &edges{n: n}
	for u := range n {
		for v := range u {
			if rng.Float64() < probability {
				e.add(u, v)
			}
		}
	}
	return e
}

// hubs joins a few vertices to nearly all and the others to few, and shuffles
// the ids.
func hubs(rng *rand.Rand, n int) *edges {
	e := &edges{n: n}
	for u := range n {
		for v := range u {
			if rng.Float64() < 1/float64(1+v) {
				e.add(u, v)
			}
		}
	}
	return e.shuffle(rng)
}

func (e *edges) shuffle(rng *rand.Rand) *edges {
	names := make([]uint32, e.n)
	for i, v := range rng.Perm(e.n) {
		names[i] = uint32(v)
	}
	return e.relabel(e.n, names)
}

// complete is K_n, as lists at once.
func complete(n int) *graph.Oriented {
	offsets := make([]uint64, n+1)
	neighbors := make([]uint32, 0, n*(n-1)/2)
	for u := range n {
		for v := range u {
			neighbors = append(neighbors, uint32(v))
		}
		offsets[u+1] = uint64(len(neighbors))
	}
	return graph.NewOriented(offsets, neighbors)
}

// multipartite joins all vertices that are in different parts.
func multipartite(parts ...int) *edges {
	part := []int{}
	for i, size := range parts {
		for range size {
			part = append(part, i)
		}
	}
	e := &edges{n: len(part)}
	for u := range part {
		for v := range u {
			if part[u] != part[v] {
				e.add(u, v)
			}
		}
	}
	return e
}

// wheel joins a hub to all of a rim of n vertices.
func wheel(n int) *edges {
	e := &edges{n: n + 1}
	for i := range n {
		e.add(i, (i+1)%n)
		e.add(i, n)
	}
	return e
}

// grid has one diagonal in each cell.
func grid(rows, cols int) *edges {
	e := &edges{n: rows * cols}
	for r := range rows {
		for c := range cols {
			v := r*cols + c
			if c+1 < cols {
				e.add(v, v+1)
			}
			if r+1 < rows {
				e.add(v, v+cols)
			}
			if r+1 < rows && c+1 < cols {
				e.add(v, v+cols+1)
			}
		}
	}
	return e
}

// kneser joins the subsets of k out of n that have nothing in common.
func kneser(n, k int) *edges {
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
	e := &edges{n: len(sets)}
	for u := range sets {
		for v := range u {
			if sets[u]&sets[v] == 0 {
				e.add(u, v)
			}
		}
	}
	return e
}

// cyclePower joins vertices of a cycle up to k steps apart.
func cyclePower(n, k int) *edges {
	e := &edges{n: n}
	for v := range n {
		for step := 1; step <= k; step++ {
			e.add(v, (v+step)%n)
		}
	}
	return e
}

// kronecker draws raw edges by the quadrants of R-MAT with the parameters of
// Graph500.
func kronecker(rng *rand.Rand, scale, factor int) *edges {
	e := &edges{n: 1 << scale}
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
		e.add(u, v)
	}
	return e
}

// uniform draws m raw edges.
func uniform(rng *rand.Rand, n, m int) *edges {
	e := &edges{n: n}
	for range m {
		e.add(rng.IntN(n), rng.IntN(n))
	}
	return e
}
