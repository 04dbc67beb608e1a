package cpucount

import (
	"math/rand/v2"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/generator"
	"github.com/tricycle-graph/tricycle/internal/graphtest"
	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/simd"
)

// By windows as many triangles are found as row by row, however the rows are cut, and none are made where there
// would be too many.
func TestCountWindows(t *testing.T) {
	random, several, listed := rand.New(rand.NewPCG(18, 9)), 0, 0
	for round := range 200 {
		n := 2 + random.Uint32N(6000)
		records := graphtest.SkewedRecords(random, n, random.IntN(20000))
		for range random.IntN(20000) {
			u := random.Uint32N(n)
			records = append(records, graph.Edge{U: u, V: min(u+random.Uint32N(1<<random.IntN(10)), n-1)})
		}
		o, _ := graphtest.ListsOf(t, &graphtest.Source{Edges: records}, graph.Orders[1+round%3])
		rows := simd.All()[0].CountRows
		want := rows(o.Offsets(), o.Offsets(), o.Neighbors(), 0, o.Rows(), 0, o.Rows(), make([]uint32, o.Rows()/32+1))
		workers, all := 1+round%3, int64(0)
		for u := range o.Rows() {
			switch n := windowsOf(o.Row(uint32(u))); n {
			case 0, 1:
				all += int64(n)
			case simd.ListedRow:
				listed++
			default:
				all += int64(n)
				several++
			}
		}
		tasks := cutRows(o, workers, 1+random.Uint64N(1000))
		got, done, err := countWindows(t.Context(), o, nil, all, tasks, make([]autoState, workers))
		if err != nil || !done || got != want {
			t.Fatalf("%d rows, %d windows: %d triangles, want %d; done %v, %v", o.Rows(), all, got, want, done, err)
		}
		if got, done, err := countWindows(t.Context(), o, nil, all-1, tasks, make([]autoState, workers)); err != nil || done || got != 0 {
			t.Fatalf("%d windows of at most %d: %d triangles, done %v, %v", all, all-1, got, done, err)
		}
	}
	if several < 1000 || listed < 1000 {
		t.Errorf("%d rows in several windows, %d in none: that tests little", several, listed)
	}
}

// Windows are for graphs whose rows are dense in places, and auto counts these as merges do, with whatever memory.
func TestWindowsPay(t *testing.T) {
	if !simd.Best().Windows {
		t.Skip("no windows without kernels for them")
	}
	for _, test := range []struct {
		name   string
		source func() (*generator.Source, error)
		order  graph.Order
		pay    bool
	}{
		{"affiliation", generator.Affiliation{Authors: 20_000, Papers: 10_000, MaxTeam: 100, Seed: 1}.Source, graph.OrderID, true},
		{"affiliation by degree", generator.Affiliation{Authors: 20_000, Papers: 10_000, MaxTeam: 100, Seed: 1}.Source, graph.OrderDegree, false},
		{"blocks", generator.StochasticBlock{Vertices: 10_000, Blocks: 20, Inside: .2, Across: 1e-6, Seed: 1}.Source, graph.OrderID, true},
		{"skewed", generator.RMAT{Scale: 14, EdgeFactor: 16, Seed: 1}.Source, graph.OrderDegree, false},
		{"closed triads", generator.HolmeKim{Vertices: 20_000, EdgesPerVertex: 10, Triads: .9, Seed: 1}.Source, graph.OrderDegree, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			src, err := test.source()
			if err != nil {
				t.Fatal(err)
			}
			o, _ := graphtest.ListsOf(t, src, test.order)
			if pay := windowsPay(o, hubCount(o, Params{})); pay != test.pay {
				t.Errorf("it is %v that windows pay", pay)
			}
			want := countBy(t, o, Merge, Params{})
			for memory := int64(1 << 30); memory > 1<<14; memory /= 3 {
				if got := countBy(t, o, Auto, Params{Memory: memory, Threads: 2}); got != want {
					t.Errorf("%d triangles within %d bytes, want %d", got, memory, want)
				}
			}
		})
	}
}

func countBy(t *testing.T, o *lists.Oriented, m Method, p Params) uint64 {
	t.Helper()
	got, err := Count(t.Context(), o, m, p)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// A graph is counted by windows in the order of its ids where that is sooner than to rank it, and where there is memory.
func TestWindowsByID(t *testing.T) {
	if !simd.Best().Windows {
		t.Skip("no windows without kernels for them")
	}
	for _, test := range []struct {
		name   string
		source func() (*generator.Source, error)
		memory int64
		pay    bool
	}{
		{"affiliation", generator.Affiliation{Authors: 20_000, Papers: 10_000, MaxTeam: 100, Seed: 1}.Source, 0, true},
		{"the same, without memory", generator.Affiliation{Authors: 20_000, Papers: 10_000, MaxTeam: 100, Seed: 1}.Source, 1 << 20, false},
		{"skewed", generator.RMAT{Scale: 17, EdgeFactor: 16, Seed: 1}.Source, 0, false},
	} {
		src, err := test.source()
		if err != nil {
			t.Fatal(err)
		}
		g, err := lists.Graph(t.Context(), src, graph.Options{})
		if err != nil {
			t.Fatal(err)
		}
		below, err := lists.BelowOf(t.Context(), g, 2)
		if err != nil {
			t.Fatal(err)
		}
		if pay := WindowsByID(below, Params{Memory: test.memory, Threads: 2}); pay != test.pay {
			t.Errorf("%s: it is %v that windows pay", test.name, pay)
		}
	}
}

// What windows hold is within what was planned and within the limit; one that is too low leaves them out.
func TestWindowsRoom(t *testing.T) {
	if !simd.Best().Windows {
		t.Skip("no windows without kernels for them")
	}
	random, tight := rand.New(rand.NewPCG(18, 10)), 0
	for range 20000 {
		rows, edges := 1+random.IntN(1<<random.IntN(30)), windowsLeast+random.Uint64N(1<<random.IntN(36))
		p := Params{Threads: 1 + random.IntN(40)}
		if random.IntN(10) > 0 {
			p.Memory = 1<<16 + random.Int64N(20*int64(edges))
		}
		most := windowsRoom(rows, edges, p)
		held := windowBytes*most + windowTables(rows, p)
		if most > 0 && held > BesideBytes(rows, edges, p) || most > 0 && p.Memory > 0 && held+autoBytes(rows, edges, 0, p) > p.Memory {
			t.Fatalf("%d rows, %d edges, %+v: %d windows, which hold %d of %d", rows, edges, p, most, held, BesideBytes(rows, edges, p))
		}
		if most == 0 {
			tight++
		}
		if edges < windowsEach*uint64(p.Threads) {
			if most > 0 {
				t.Fatalf("%d edges for %d threads have room for %d", edges, p.Threads, most)
			}
			continue
		}
		if p.Memory == 0 && (most != windowRoom*int64(edges)/windowBytes && most != simd.ListedRow-1) {
			t.Fatalf("%d edges without a limit: %d windows", edges, most)
		}
	}
	if tight == 0 {
		t.Error("no limit left windows out")
	}
	if most := windowsRoom(1<<10, windowsLeast-1, Params{Threads: 1}); most != 0 {
		t.Errorf("a small graph has room for %d", most)
	}
}
