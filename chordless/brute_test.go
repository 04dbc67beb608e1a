package chordless

import (
	"context"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/graphtest"
)

// adjacency is a small graph to test with: for each vertex the set of its
// neighbours.
type adjacency []uint64

func (a adjacency) join(u, v int) {
	a[u] |= 1 << v
	a[v] |= 1 << u
}

// random joins every two of n vertices with this probability.
func random(rng *rand.Rand, n int, probability float64) adjacency {
	a := make(adjacency, n)
	for u := range n {
		for v := range u {
			if rng.Float64() < probability {
				a.join(u, v)
			}
		}
	}
	return a
}

// number is the adjacency matrix below the diagonal, as bits.
func (a adjacency) number() uint64 {
	number, bit := uint64(0), 0
	for u := range a {
		for v := range u {
			number |= a[u] >> v & 1 << bit
			bit++
		}
	}
	return number
}

// unlabelled returns a graph of n vertices for each isomorphism class, and
// maybe more than one: every graph of n-1 vertices with a vertex added in all
// ways in which none has a higher degree, the isomorphic ones dropped up to six vertices.
func unlabelled(n int) []adjacency {
	if n == 0 {
		return []adjacency{{}}
	}
	var graphs []adjacency
	seen := map[uint64]bool{}
	names := permutations(n)
	for _, smaller := range unlabelled(n - 1) {
		for row := range uint64(1) << (n - 1) {
			a := make(adjacency, n)
			copy(a, smaller)
			for v := range n - 1 {
				if row>>v&1 == 1 {
					a.join(v, n-1)
				}
			}
			if slices.ContainsFunc(a, func(neighbors uint64) bool { return bits.OnesCount64(neighbors) > bits.OnesCount64(row) }) {
				continue
			}
			least := a.number()
			if n <= 6 {
				for _, p := range names {
					least = min(least, a.relabel(p).number())
				}
				if seen[least] {
					continue
				}
				seen[least] = true
			}
			graphs = append(graphs, a)
		}
	}
	return graphs
}

// permutations returns all permutations of n numbers, for n up to 6.
func permutations(n int) [][]int {
	if n > 6 {
		return nil
	}
	if n == 0 {
		return [][]int{{}}
	}
	var all [][]int
	for _, p := range permutations(n - 1) {
		for i := range n {
			all = append(all, slices.Insert(slices.Clone(p), i, n-1))
		}
	}
	return all
}

// relabel renames vertex v to names[v].
func (a adjacency) relabel(names []int) adjacency {
	b := make(adjacency, len(a))
	for u := range a {
		for v := range u {
			if a[u]>>v&1 == 1 {
				b.join(names[u], names[v])
			}
		}
	}
	return b
}

func (a adjacency) graph(t testing.TB) *graph.Graph {
	t.Helper()
	offsets, neighbors := make([]uint64, 1, len(a)+1), []uint32{}
	for _, row := range a {
		for ; row != 0; row &= row - 1 {
			neighbors = append(neighbors, uint32(bits.TrailingZeros64(row)))
		}
		offsets = append(offsets, uint64(len(neighbors)))
	}
	g, err := graph.NewGraph(offsets, neighbors, graph.Labels{})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// brute returns all chordless cycles in canonical form, sorted: of all sets of
// vertices those that induce one cycle.
func (a adjacency) brute() [][]uint32 {
	var cycles [][]uint32
	for set := uint64(0); set < 1<<len(a); set++ {
		if cycle := a.induced(set); cycle != nil {
			cycles = append(cycles, cycle)
		}
	}
	slices.SortFunc(cycles, slices.Compare)
	return cycles
}

// induced returns the cycle that a set of vertices induces, or nil.
func (a adjacency) induced(set uint64) []uint32 {
	if bits.OnesCount64(set) < 3 {
		return nil
	}
	for rest := set; rest != 0; rest &= rest - 1 {
		if bits.OnesCount64(a[bits.TrailingZeros64(rest)]&set) != 2 {
			return nil
		}
	}
	// All degrees are 2: it is one cycle if going around meets all.
	var cycle []uint32
	v := bits.TrailingZeros64(set)
	for left := set; ; {
		cycle = append(cycle, uint32(v))
		left &^= 1 << v
		next := a[v] & left
		if next == 0 {
			if left != 0 {
				return nil
			}
			return cycle
		}
		v = bits.TrailingZeros64(next)
	}
}

// collect returns what All yields, sorted; it checks that cycles are canonical.
func collect(t testing.TB, g *graph.Graph, opt Options) [][]uint32 {
	t.Helper()
	var cycles [][]uint32
	for cycle, err := range All(context.Background(), g, opt) {
		if err != nil {
			t.Fatal(err)
		}
		if slices.Min(cycle) != cycle[0] || cycle[1] > cycle[len(cycle)-1] {
			t.Fatalf("cycle %v is not in canonical form", cycle)
		}
		cycles = append(cycles, slices.Clone(cycle))
	}
	slices.SortFunc(cycles, slices.Compare)
	return cycles
}

// TestLabelsDoNotMatter renames the vertices and finds the same cycles.
func TestLabelsDoNotMatter(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 1))
	for range 50 {
		a := random(rng, 12, .4)
		names := rng.Perm(12)
		for _, opt := range listers() {
			want := collect(t, a.graph(t), opt)
			for i, cycle := range want {
				for j, v := range cycle {
					cycle[j] = uint32(names[v])
				}
				want[i] = appendCanonical(nil, cycle)
			}
			slices.SortFunc(want, slices.Compare)
			if got := collect(t, a.relabel(names).graph(t), opt); !equal(got, want) {
				t.Fatalf("%s: %v renamed by %v: cycles %v, want %v", opt.name(), a, names, got, want)
			}
		}
	}
}

// listers are the methods that list cycles, with and without the reductions.
func listers() []Options {
	var all []Options
	for _, m := range Methods(device.CPU) {
		if m != Frontier {
			all = append(all, Options{Method: m}, Options{Method: m, Unreduced: true})
		}
	}
	return all
}

func (opt Options) name() string { return fmt.Sprintf("%s, unreduced %t", opt.Method, opt.Unreduced) }

func equal(a, b [][]uint32) bool {
	return slices.EqualFunc(a, b, func(x, y []uint32) bool { return slices.Equal(x, y) })
}

// TestAllSmallGraphs lists and counts the cycles of every graph of up to seven
// vertices, under random names.
func TestAllSmallGraphs(t *testing.T) {
	rng := rand.New(rand.NewPCG(10, 1))
	classes := []int{1, 1, 2, 4, 11, 34, 156} // A000088
	largest := 7
	if testing.Short() {
		largest = 6
	}
	for n := range largest + 1 {
		graphs := unlabelled(n)
		if n < len(classes) && len(graphs) != classes[n] {
			t.Fatalf("%d graphs of %d vertices, want %d", len(graphs), n, classes[n])
		}
		for _, a := range graphs {
			a = a.relabel(rng.Perm(n))
			g, want := a.graph(t), a.brute()
			for _, opt := range listers() {
				opt.MinLength, opt.Threads = 3, 1
				if got := collect(t, g, opt); !equal(got, want) {
					t.Fatalf("%s: %v: cycles %v, want %v", opt.name(), a, got, want)
				}
			}
			expected := expect(want, n, Options{})
			for _, opt := range counters() {
				opt.Threads = 1
				r, err := Count(context.Background(), g, opt)
				if err == nil {
					err = expected.holds(r)
				}
				if err != nil {
					t.Fatalf("%s: %v: %v", opt.name(), a, err)
				}
			}
		}
	}
}

// TestAllRandomGraphs lists the cycles of random graphs of up to 14 vertices.
func TestAllRandomGraphs(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range graphtest.Fewer(300) {
		n := 7 + rng.IntN(8)
		a := random(rng, n, rng.Float64())
		g, want := a.graph(t), a.brute()
		for _, opt := range listers() {
			opt.MinLength = 3
			if got := collect(t, g, opt); !equal(got, want) {
				t.Fatalf("%s: %v: cycles %v, want %v", opt.name(), a, got, want)
			}
		}
	}
}

// degreeWithin returns the number of neighbours of v in a set of vertices.
func degreeWithin(a adjacency, v int, set uint64) int { return bits.OnesCount64(a[v] & set) }
