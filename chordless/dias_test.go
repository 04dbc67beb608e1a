package chordless

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/graphtest"
)

// edgeList is a graph too large for the sets of [adjacency].
type edgeList struct {
	n     int
	pairs [][2]int
}

func (e *edgeList) add(u, v int) { e.pairs = append(e.pairs, [2]int{u, v}) }

// vertex adds a vertex and returns it.
func (e *edgeList) vertex() int {
	e.n++
	return e.n - 1
}

// graph builds the graph under shuffled names.
func (e *edgeList) graph(t testing.TB, rng *rand.Rand) *graph.Graph {
	t.Helper()
	names := rng.Perm(e.n)
	rows := make([][]uint32, e.n)
	for _, p := range e.pairs {
		u, v := names[p[0]], names[p[1]]
		if u != v {
			rows[u], rows[v] = append(rows[u], uint32(v)), append(rows[v], uint32(u))
		}
	}
	offsets, neighbors := make([]uint64, 1, e.n+1), []uint32{}
	for _, row := range rows {
		slices.Sort(row)
		neighbors = append(neighbors, slices.Compact(row)...)
		offsets = append(offsets, uint64(len(neighbors)))
	}
	g, err := graph.NewGraph(offsets, neighbors, graph.Labels{})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// sparse is a random tree with some more edges, most of its edges replaced by
// paths.
func sparse(rng *rand.Rand, n, more int) *edgeList {
	e := &edgeList{n: n}
	connect := func(u, v int) {
		for range rng.IntN(4) {
			x := e.vertex()
			e.add(u, x)
			u = x
		}
		e.add(u, v)
	}
	for v := 1; v < n; v++ {
		connect(v, rng.IntN(v))
	}
	for range more {
		connect(rng.IntN(n), rng.IntN(n))
	}
	return e
}

// glued joins random graphs at cliques that they share.
func glued(rng *rand.Rand, parts int) *edgeList {
	e := &edgeList{}
	for range 8 {
		e.vertex()
	}
	for range parts {
		part := []int{}
		clique := 1 + rng.IntN(3)
		base := rng.IntN(e.n - clique + 1)
		for i := range clique {
			for j := range i {
				e.add(base+i, base+j)
			}
			part = append(part, base+i)
		}
		for range 3 + rng.IntN(6) {
			part = append(part, e.vertex())
		}
		for i, u := range part {
			for _, v := range part[:i] {
				if rng.IntN(3) == 0 {
					e.add(u, v)
				}
			}
		}
	}
	return e
}

// ladder is a long ladder of few holes a length, with crossbars missing.
func ladder(rng *rand.Rand, rungs int) *edgeList {
	e := &edgeList{n: 2 * rungs}
	for i := range rungs {
		if i+1 < rungs {
			e.add(2*i, 2*i+2)
			e.add(2*i+1, 2*i+3)
		}
		if rng.IntN(10) == 0 {
			e.add(2*i, 2*i+1)
		}
	}
	return e
}

// TestAgainstDias counts and lists graphs in which every reduction has
// something to do, and that are too large for one kernel or another, and
// compares with the algorithm of Dias et al. on the graph as it is.
func TestAgainstDias(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 1))
	for round := range graphtest.Fewer(60) {
		var e *edgeList
		switch round % 3 {
		case 0:
			e = sparse(rng, 20+rng.IntN(40), 3+rng.IntN(8))
		case 1:
			e = glued(rng, 2+rng.IntN(8))
		case 2:
			e = ladder(rng, 40+rng.IntN(60))
		}
		g := e.graph(t, rng)
		query := Options{Method: Dias, Unreduced: true, ByLength: true, PerVertex: true, MinLength: 3 + rng.IntN(3)}
		if rng.IntN(2) == 0 {
			query.MaxLength = 10 + rng.IntN(30)
		}
		if rng.IntN(3) == 0 {
			v := uint32(rng.IntN(e.n))
			query.Through = []uint32{v}
			if row := g.Neighbors(v); len(row) > 0 && rng.IntN(2) == 0 {
				query.Through = append(query.Through, row[0]) // often on the same chain
			}
		}
		want, err := Count(context.Background(), g, query)
		if err != nil {
			t.Fatal(err)
		}
		cycles := collect(t, g, query)
		for _, opt := range counters() {
			query.Method, query.Unreduced = opt.Method, opt.Unreduced
			query.PerVertex = rng.IntN(2) == 0 && opt.Method != Frontier
			query.Threads = 1 + rng.IntN(3)
			got, err := Count(context.Background(), g, query)
			if err == nil {
				err = same(got, want)
			}
			if err != nil {
				t.Errorf("%+v: graph %d, %d vertices: %v", query, round, e.n, err)
			}
			if opt.Method == Frontier {
				continue
			}
			if got := collect(t, g, query); !equal(got, cycles) {
				t.Errorf("%+v: graph %d, %d vertices: %d cycles listed, want %d", query, round, e.n, len(got), len(cycles))
			}
		}
	}
}

// TestThroughOneChain asks for holes through two vertices of a chain that is
// contracted: two ends joined by chains of two, three and four vertices.
func TestThroughOneChain(t *testing.T) {
	e := &edgeList{n: 2}
	for length := 2; length <= 4; length++ {
		u := 0
		for range length {
			v := e.vertex()
			e.add(u, v)
			u = v
		}
		e.add(u, 1)
	}
	a := make(adjacency, e.n)
	for _, p := range e.pairs {
		a.join(p[0], p[1])
	}
	g := a.graph(t)
	for _, opt := range counters() {
		opt.Through = []uint32{3, 2} // the shortest chain
		r, err := Count(context.Background(), g, opt)
		if err != nil || r.Chordless.Int64() != 2 {
			t.Errorf("%+v: %v holes, want 2; %v", opt, r.Chordless, err)
		}
	}
}

// same compares two results in what both have.
func same(a, b *Result) error {
	if a.Triangles != b.Triangles || a.Chordless.Cmp(b.Chordless) != 0 {
		return fmt.Errorf("%d triangles and %v holes, want %d and %v", a.Triangles, a.Chordless, b.Triangles, b.Chordless)
	}
	for length := range max(len(a.ByLength), len(b.ByLength)) {
		if x, y := entry(a.ByLength, length), entry(b.ByLength, length); x.Cmp(y) != 0 {
			return fmt.Errorf("%v cycles of length %d, want %v", x, length, y)
		}
	}
	for v := range a.PerVertex {
		if x, y := a.PerVertex[v], b.PerVertex[v]; x.Cmp(y) != 0 {
			return fmt.Errorf("%v cycles through vertex %d, want %v", x, v, y)
		}
	}
	return nil
}

func entry(list []*big.Int, i int) *big.Int {
	if i < len(list) {
		return list[i]
	}
	return new(big.Int)
}

// TestMemory refuses before the work what would not fit, and does it when the
// limit is what the refusal asked for.
func TestMemory(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 1))
	g := ladder(rng, 80).graph(t, rng)
	for _, opt := range []Options{{Method: DFS}, {Method: DFS, Unreduced: true}, {Method: Dias}, {Method: Frontier}, {Method: DFS, PerVertex: true}, {}} {
		for opt.Memory = 1; ; {
			_, err := Count(context.Background(), g, opt)
			if err == nil {
				break
			}
			memory := &graph.MemoryError{}
			if !errors.As(err, &memory) || memory.Need <= opt.Memory || memory.Limit != opt.Memory {
				t.Fatalf("%+v: %v", opt, err)
			}
			opt.Memory = memory.Need
		}
		if opt.Memory == 1 || opt.Memory > 1<<20 {
			t.Errorf("%+v: memory for a small graph", opt)
		}
	}
}
