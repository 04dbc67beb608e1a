package chordless

import (
	"context"
	"encoding/json"
	"math"
	"math/big"
	"slices"
	"testing"

	"github.com/tricycle-graph/tricycle/internal/generator"
)

// TestExplain looks at what is planned for graphs where it is clear.
func TestExplain(t *testing.T) {
	for _, test := range []struct {
		name   string
		graph  generator.Generator
		method Method // of the largest atom; "" for no atom
		rings  uint64
	}{
		{"a grid has a narrow frontier", generator.Grid{Rows: 8, Cols: 10}, Frontier, 0},
		{"K_50,50 has few nodes", generator.CompleteBipartite{Left: 50, Right: 50}, DFS, 0},
		{"a cycle is a ring", generator.Cycle{Vertices: 1000}, "", 1},
		{"a complete graph has no hole", generator.Complete{Vertices: 50}, "", 0},
	} {
		plan, err := Explain(context.Background(), generated(t, test.graph), Options{})
		if err != nil {
			t.Fatal(err)
		}
		got := Method("")
		if len(plan.Atoms) > 0 {
			got = plan.Atoms[0].Method
		}
		if got != test.method || plan.Reductions.Rings != test.rings {
			t.Errorf("%s: %+v", test.name, plan)
		}
		if _, err := json.Marshal(plan); err != nil {
			t.Errorf("%s: %v", test.name, err)
		}
	}
}

// TestAutoHeedsMemory takes the search where the states of the frontier would
// not fit.
func TestAutoHeedsMemory(t *testing.T) {
	g := generated(t, generator.Grid{Rows: 8, Cols: 10})
	free, err := Explain(context.Background(), g, Options{Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	bound, err := Explain(context.Background(), generated(t, generator.Grid{Rows: 30, Cols: 30}), Options{Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	if free.Atoms[0].Method != Frontier || bound.Atoms[0].Method != DFS || bound.Bytes > 16<<30 {
		t.Errorf("%+v and %+v", free, bound)
	}
}

// anyHole asks for all holes.
var anyHole = query{shortest: 4, longest: math.MaxInt, limit: math.MaxUint64}

// TestReductions looks at what each of them leaves of graphs made for it.
func TestReductions(t *testing.T) {
	// Two squares with a common vertex, 3; a tail, 7 and 8; and around an edge of
	// a square, 0 and 1, a triangle and a chain of three. The square's other
	// vertices are a chain around that edge, too: without them it ends.
	a := make(adjacency, 13)
	for _, edge := range [][2]int{
		{0, 1}, {1, 2}, {2, 3}, {3, 0}, {3, 4}, {4, 5}, {5, 6}, {6, 3}, {6, 7}, {7, 8},
		{0, 9}, {9, 10}, {10, 11}, {11, 1}, {12, 0}, {12, 1},
	} {
		a.join(edge[0], edge[1])
	}
	p, err := reduce(context.Background(), a.graph(t), anyHole, 0)
	if err != nil {
		t.Fatal(err)
	}
	want := Reductions{CoreVertices: 11, Blocks: 2, SimplicialRemoved: 5, Rings: 3}
	if p.done != want {
		t.Errorf("%+v, want %+v; rings %v", p.done, want, p.rings)
	}
}

func TestOptionsThatMakeNoSense(t *testing.T) {
	g := generated(t, generator.Cycle{Vertices: 5})
	for _, opt := range []Options{
		{Method: "bfs"}, {Engine: "abacus"}, {MinLength: 2}, {MinLength: 5, MaxLength: 4}, {Through: []uint32{5}},
	} {
		if _, err := Count(context.Background(), g, opt); err == nil {
			t.Errorf("%+v: no error", opt)
		}
		for _, err := range All(context.Background(), g, opt) {
			if err == nil {
				t.Errorf("%+v: a cycle", opt)
			}
		}
	}
}

// TestShortCyclesNeedNoSeparators: a large part whose short cycles are searched sooner than
// it is divided stays whole, and they are the same as in the graph as it is.
func TestShortCyclesNeedNoSeparators(t *testing.T) {
	g := generated(t, generator.Road{Rows: 30, Cols: 30, Streets: .9, Diagonals: .1, Seed: 1})
	for _, longest := range []int{6, 10} {
		whole, err := Count(context.Background(), g, Options{MaxLength: longest, Method: DFS})
		if err != nil {
			t.Fatal(err)
		}
		asItIs, err := Count(context.Background(), g, Options{MaxLength: longest, Method: DFS, Unreduced: true})
		if err != nil {
			t.Fatal(err)
		}
		if whole.Plan.Reductions.Undivided != 1 || whole.Chordless.Cmp(asItIs.Chordless) != 0 || whole.Chordless.Sign() == 0 {
			t.Errorf("up to %d: %v cycles, %v in the graph as it is; %+v", longest, whole.Chordless, asItIs.Chordless, whole.Plan.Reductions)
		}
	}
	plan, err := Explain(context.Background(), g, Options{Method: DFS})
	if err != nil || plan.Reductions.Undivided != 0 {
		t.Errorf("all cycles: %+v, %v", plan, err)
	}
}

// TestShortCyclesFromManySeeds holds the walks that share seeds against one that has all.
func TestShortCyclesFromManySeeds(t *testing.T) {
	g := generated(t, generator.Road{Rows: 45, Cols: 45, Streets: .9, Diagonals: .1, Seed: 2})
	count := func(threads int) *Result {
		r, err := Count(context.Background(), g, Options{
			MaxLength: 9, Method: DFS, Unreduced: true, Threads: threads, ByLength: true, PerVertex: true,
		})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	if int(g.Edges()) < 3*seedsEach*seedChunk {
		t.Fatalf("%d seeds are too few", g.Edges())
	}
	want, got := count(1), count(3)
	if !slices.EqualFunc(want.ByLength, got.ByLength, sameNumber) || !slices.EqualFunc(want.PerVertex, got.PerVertex, sameNumber) {
		t.Errorf("%v, and %v with three threads", want.ByLength, got.ByLength)
	}
}

func sameNumber(a, b *big.Int) bool { return a.Cmp(b) == 0 }

// TestPlanningCostsLessThanSearching: what many threads search in a moment is not planned in
// another way, and the method of a longest cycle is the same for any number of them.
func TestPlanningCostsLessThanSearching(t *testing.T) {
	g := generated(t, generator.ErdosRenyi{Vertices: 60, Probability: .1, Seed: 1})
	for _, threads := range []int{1, 64} {
		plan, err := Explain(context.Background(), g, Options{Threads: threads})
		if err != nil {
			t.Fatal(err)
		}
		atom := plan.Atoms[0]
		if searched := atom.Width == 0; searched != (threads > 1) {
			t.Errorf("%d threads: %+v", threads, atom)
		}
		steady, err := Explain(context.Background(), g, Options{Threads: threads, steady: true})
		if err != nil || steady.Atoms[0].Width == 0 {
			t.Errorf("%d threads, steady: %+v, %v", threads, steady, err)
		}
	}
}
