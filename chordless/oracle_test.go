package chordless

import (
	"context"
	"math/big"
	"strconv"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/generator"
	"github.com/tricycle-graph/tricycle/internal/lists"
)

func generated(t testing.TB, from generator.Generator) *graph.Graph {
	t.Helper()
	src, err := from.Source()
	if err != nil {
		t.Fatal(err)
	}
	g, err := lists.Graph(context.Background(), src, graph.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// oracle is a graph whose holes are known.
type oracle struct {
	name  string
	graph generator.Generator
	holes string
	slow  bool // takes a while under the race detector
}

func oracles() []oracle {
	all := []oracle{
		{"K_8,8", generator.CompleteBipartite{Left: 8, Right: 8}, "784", false},
		{"K_50,50", generator.CompleteBipartite{Left: 50, Right: 50}, "1500625", true},
		{"Q_4", generator.Hypercube{Dimension: 4}, "224", false},
		{"Q_5", generator.Hypercube{Dimension: 5}, "22176", false},
		{"Sioux Falls", generator.SiouxFalls{}, "176", false},
		{"C_100", generator.Cycle{Vertices: 100}, "1", false},
		{"wheel of 100", generator.Wheel{Rim: 100}, "1", false},
		{"K_12", generator.Complete{Vertices: 12}, "0", false},
		{"grid 6x10", generator.Grid{Rows: 6, Cols: 10}, "800139", true},
		{"grid 7x8", generator.Grid{Rows: 7, Cols: 8}, "308212", true},
		{"grid 4x20", generator.Grid{Rows: 4, Cols: 20}, "1119144", true},
		{"grid 7x9", generator.Grid{Rows: 7, Cols: 9}, "1535427", true},
		{"grid 7x10", generator.Grid{Rows: 7, Cols: 10}, "8136453", true},
	}
	for n, holes := range []string{"0", "1", "5", "24", "229", "3436", "65772", "1743247"} { // A297664
		all = append(all, oracle{"square grid", generator.Grid{Rows: n + 1, Cols: n + 1}, holes, n > 6})
	}
	for n, holes := range []string{"15", "224", "1815", "28716", "886837"} { // A297669
		all = append(all, oracle{"torus", generator.Torus{Rows: n + 3, Cols: n + 3}, holes, n > 3})
	}
	for n, holes := range []string{"0", "0", "0", "1", "7", "41", "260", "1930", "17463", "200008"} { // A297671
		all = append(all, oracle{"triangular grid", generator.TriangularGrid{Side: n}, holes, n > 8})
	}
	for n, holes := range []string{"1", "13", "197", "4729", "156806", "7035482"} { // n = 3, 4, ...
		all = append(all, oracle{"king graph", generator.King{Rows: n + 3, Cols: n + 3}, holes, n > 3})
	}
	for n, holes := range []string{"0", "0", "1", "3", "16", "170", "7961"} { // A297668
		all = append(all, oracle{"Fibonacci cube", generator.FibonacciCube{Dimension: n + 1}, holes, false})
	}
	return append(all, closedForms()...)
}

// closedForms are families for which there is a formula.
func closedForms() []oracle {
	var all []oracle
	add := func(name string, graph generator.Generator, holes int) {
		all = append(all, oracle{name, graph, strconv.Itoa(holes), false})
	}
	pairs := func(n int) int { return n * (n - 1) / 2 }
	for n := 2; n <= 12; n++ {
		add("K_n,n", generator.CompleteBipartite{Left: n, Right: n}, pairs(n)*pairs(n))
		add("K_n,n,n", generator.CompleteMultipartite{Parts: []int{n, n, n}}, 3*pairs(n)*pairs(n))
	}
	for n := 3; n <= 6; n++ {
		add("complement of the rook's graph", generator.Rook{Rows: n, Cols: n, Complement: true},
			(n-2)*(n-1)*(n-1)*n*n*(6*n-13)/12)
	}
	for n := 3; n <= 10; n++ {
		add("crossed prism", generator.CrossedPrism{Length: 2 * n}, 5*n+(1<<n))
	}
	for n, lucas := range []int{2, 1, 3, 4, 7, 11, 18, 29, 47, 76, 123} {
		if n < 4 {
			continue
		}
		twoCosines := []int{2, 1, -1, -2, -1, 1}[n%6] // 2 cos(nπ/3)
		add("Möbius ladder", generator.MobiusLadder{Rungs: n}, n-twoCosines+lucas)
	}
	for n := 4; n <= 8; n++ { // the sum of n! / 2k(n-k)! over the lengths k
		holes := 0
		for k, falling := 1, n; k <= n; k++ {
			if k >= 4 {
				holes += falling / (2 * k)
			}
			falling *= n - k
		}
		add("triangular graph", generator.Triangular{Elements: n}, holes)
	}
	return all
}

// TestOracles counts the holes of graphs for which the number is known, from
// OEIS and closed forms.
func TestOracles(t *testing.T) {
	for _, o := range oracles() {
		if o.slow && testing.Short() {
			continue
		}
		g := generated(t, o.graph)
		for _, opt := range []Options{{}, {Method: DFS}, {Method: DFS, Unreduced: true, Threads: 1}} {
			want, _ := new(big.Int).SetString(o.holes, 10)
			r, err := Count(context.Background(), g, opt)
			if err != nil {
				t.Fatal(err)
			}
			if r.Chordless.Cmp(want) != 0 {
				t.Errorf("%s, %d vertices, %+v: %v holes, want %s", o.name, r.Vertices, opt, r.Chordless, o.holes)
			}
		}
	}
}
