package generator

import (
	"math/bits"
	"slices"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
)

// definition is a graph as its definition says: which of the first n ids are
// adjacent.
type definition struct {
	generator Generator
	n         int
	adjacent  func(u, v int) bool
}

func TestDefinitions(t *testing.T) {
	var definitions []definition
	define := func(g Generator, n int, adjacent func(u, v int) bool) {
		definitions = append(definitions, definition{g, n, adjacent})
	}
	apart := func(i, j int) int { return max(i-j, j-i) }
	around := func(i, j, n int) int { return min(apart(i, j), n-apart(i, j)) }
	for rows := 1; rows <= 6; rows++ {
		for cols := 1; cols <= 6; cols++ {
			n := rows * cols
			on := func(u, v int, adjacent func(r, c, s, d int) bool) bool {
				return adjacent(u/cols, u%cols, v/cols, v%cols)
			}
			if rows >= 3 && cols >= 3 {
				define(Torus{rows, cols}, n, func(u, v int) bool {
					return on(u, v, func(r, c, s, d int) bool { return around(r, s, rows)+around(c, d, cols) == 1 })
				})
			}
			define(King{rows, cols}, n, func(u, v int) bool {
				return on(u, v, func(r, c, s, d int) bool { return max(apart(r, s), apart(c, d)) == 1 })
			})
			define(Rook{rows, cols, false}, n, func(u, v int) bool {
				return on(u, v, func(r, c, s, d int) bool { return (r == s) != (c == d) })
			})
			define(Rook{rows, cols, true}, n, func(u, v int) bool {
				return on(u, v, func(r, c, s, d int) bool { return r != s && c != d })
			})
			define(CompleteBipartite{rows, cols}, rows+cols, func(u, v int) bool { return (u < rows) != (v < rows) })
		}
	}
	for n := 1; n <= 12; n++ {
		define(Path{n}, n, func(u, v int) bool { return apart(u, v) == 1 })
		for set := 1; set < 1<<(n/2); set++ {
			var offsets []int
			for offset := 1; offset <= n/2; offset++ {
				if set>>(offset-1)&1 != 0 {
					offsets = append(offsets, offset)
				}
			}
			define(Circulant{n, offsets}, n, func(u, v int) bool { return slices.Contains(offsets, around(u, v, n)) })
		}
		if n >= 2 {
			define(MobiusLadder{n}, 2*n, func(u, v int) bool { d := around(u, v, 2*n); return d == 1 || d == n })
		}
		if n >= 3 {
			define(Cycle{n}, n, func(u, v int) bool { return around(u, v, n) == 1 })
			define(Prism{n}, 2*n, func(u, v int) bool {
				if u/n == v/n {
					return around(u, v, n) == 1
				}
				return u%n == v%n
			})
		}
		if n >= 4 && n%2 == 0 {
			define(CrossedPrism{n}, 2*n, func(u, v int) bool {
				if u/n == v/n {
					return around(u, v, n) == 1
				}
				return u%n != v%n && u%n/2 == v%n/2
			})
		}
	}
	for side := 0; side <= 8; side++ {
		// By the coordinates along two sides of the triangle.
		var places [][2]int
		for row := 0; row <= side; row++ {
			for i := 0; i <= row; i++ {
				places = append(places, [2]int{row - i, i})
			}
		}
		define(TriangularGrid{side}, len(places), func(u, v int) bool {
			x, y := places[u][0]-places[v][0], places[u][1]-places[v][1]
			return max(x, -x, y, -y, x+y, -x-y) == 1
		})
	}
	for d := range 8 {
		define(Hypercube{d}, 1<<d, func(u, v int) bool { return bits.OnesCount(uint(u^v)) == 1 })
		var words []int
		for word := range 1 << d {
			if word&(word>>1) == 0 {
				words = append(words, word)
			}
		}
		define(FibonacciCube{d}, len(words), func(u, v int) bool { return bits.OnesCount(uint(words[u]^words[v])) == 1 })
	}
	for n := 1; n <= 8; n++ {
		for k := 1; k <= n; k++ {
			// Ascending bit masks are sets in colexicographic order.
			var sets []int
			for set := range 1 << n {
				if bits.OnesCount(uint(set)) == k {
					sets = append(sets, set)
				}
			}
			define(Kneser{n, k}, len(sets), func(u, v int) bool { return sets[u]&sets[v] == 0 })
			if k == 2 {
				define(Triangular{n}, len(sets), func(u, v int) bool { return sets[u]&sets[v] != 0 })
			}
		}
	}
	parts := []int{2, 1, 3, 4}
	part := slices.Concat(slices.Repeat([]int{0}, 2), []int{1}, slices.Repeat([]int{2}, 3), slices.Repeat([]int{3}, 4))
	define(CompleteMultipartite{parts}, len(part), func(u, v int) bool { return part[u] != part[v] })

	for _, d := range definitions {
		want := edgeSet{}
		for v := range d.n {
			for u := range v {
				if d.adjacent(u, v) {
					want[graph.Edge{U: uint32(u), V: uint32(v)}] = true
				}
			}
		}
		src := source(t, d.generator)
		if src.Info().Vertices != graph.Known(d.n) {
			t.Errorf("%s: %v vertices, want %d", src.Info().Name, src.Info().Vertices, d.n)
		}
		got := edgesOf(t, d.generator)
		if len(got) != len(want) || src.Info().Records != graph.Known(len(want)) {
			t.Errorf("%s: %d edges, Info says %v, want %d", src.Info().Name, len(got), src.Info().Records, len(want))
		}
		for e := range want {
			if !got[e] {
				t.Fatalf("%s: edge %v is missing", src.Info().Name, e)
			}
		}
	}
}

// longCycles counts the chordless cycles of four vertices or more, each from
// its smallest vertex, by way of the smaller neighbour of that one.
func longCycles(n int, edges edgeSet) int {
	adjacent := make([]uint64, n)
	for e := range edges {
		adjacent[e.U] |= 1 << e.V
		adjacent[e.V] |= 1 << e.U
	}
	count := 0
	// The path leads from first by second to end; ahead are the vertices that
	// may follow: no neighbours of what is between first and end.
	var extend func(first, second, end int, ahead uint64)
	extend = func(first, second, end int, ahead uint64) {
		for next := ahead & adjacent[end]; next != 0; next &= next - 1 {
			v := bits.TrailingZeros64(next)
			switch {
			case adjacent[first]>>v&1 == 0:
				extend(first, second, v, ahead&^adjacent[end]&^(1<<v))
			case v > second:
				count++
			}
		}
	}
	for first := range n {
		above := ^uint64(0) << first << 1
		for seconds := adjacent[first] & above; seconds != 0; seconds &= seconds - 1 {
			second := bits.TrailingZeros64(seconds)
			// What follows the second is no neighbour of the first: those
			// would be triangles.
			for next := adjacent[second] & above &^ adjacent[first]; next != 0; next &= next - 1 {
				third := bits.TrailingZeros64(next)
				extend(first, second, third, above&^adjacent[second])
			}
		}
	}
	return count
}

// counting returns 1, 2, ..., n.
func counting(n int) []int {
	numbers := make([]int, n)
	for i := range numbers {
		numbers[i] = i + 1
	}
	return numbers
}

// The numbers of chordless cycles of the OEIS and of closed forms.
func TestLongCycles(t *testing.T) {
	check := func(g Generator, want int) {
		t.Helper()
		src := source(t, g)
		if got := longCycles(int(src.Info().Vertices.Get()), edgesOf(t, g)); got != want {
			t.Errorf("%s: %d chordless cycles, want %d", src.Info().Name, got, want)
		}
	}
	for i, want := range []int{15, 224, 1815} { // A297669
		check(Torus{3 + i, 3 + i}, want)
	}
	for i, want := range []int{0, 0, 1, 3, 16, 170} { // A297668
		check(FibonacciCube{1 + i}, want)
	}
	for i, want := range []int{0, 0, 0, 1, 7, 41, 260, 1930} { // A297671
		check(TriangularGrid{i}, want)
	}
	for i, want := range []int{1, 13, 197, 4729} {
		check(King{3 + i, 3 + i}, want)
	}
	check(Hypercube{4}, 224)
	for n, pairs := 4, 6; n <= 7; n++ {
		check(CompleteBipartite{n, n}, pairs*pairs)
		check(CompleteMultipartite{[]int{n, n, n}}, 3*pairs*pairs)
		check(Circulant{2 * n, counting(n - 1)}, pairs) // n couples at a cocktail party
		pairs += n
	}
	for n, lucas, before := 3, 4, 3; n <= 12; n++ {
		twiceCos := []int{2, 1, -1, -2, -1, 1}[n%6] // of n·π/3
		check(MobiusLadder{n}, n-twiceCos+lucas)
		lucas, before = lucas+before, lucas
	}
	for n := 3; n <= 7; n++ {
		check(CrossedPrism{2 * n}, 5*n+1<<n)
	}
	for n := 3; n <= 6; n++ {
		check(Rook{n, n, true}, (n-2)*(n-1)*(n-1)*n*n*(6*n-13)/12)
	}
	for n := 4; n <= 8; n++ {
		want, falling := 0, n*(n-1)*(n-2)
		for k := 4; k <= n; k++ {
			falling *= n - k + 1
			want += falling / (2 * k)
		}
		check(Triangular{n}, want)
	}
}
