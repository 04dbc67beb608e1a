package cpucount

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/generator"
	"github.com/tricycle-graph/tricycle/internal/graphtest"
	"github.com/tricycle-graph/tricycle/internal/hugemem"
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
		workers, atLeast := 1+round%3, [windowLevels]int64{}
		for u := range o.Rows() {
			n, level := windowsOf(o.Row(uint32(u)))
			for l := range level + 1 {
				atLeast[l] += int64(n)
			}
			if n > 1 {
				several++
			} else if level < 0 {
				listed++
			}
		}
		tasks := cutRows(o, workers, 1+random.Uint64N(1000))
		for _, all := range atLeast {
			w, err := newRowWindows(t.Context(), o, all, workers, tasks)
			if err != nil || w == nil || int64(len(w.windows.Slice())) != all {
				t.Fatalf("%d rows, %d windows: %v, %v", o.Rows(), all, w, err)
			}
			if got, err := w.count(t.Context(), o, nil, make([]autoState, workers)); err != nil || got != want {
				t.Fatalf("%d rows, %d windows: %d triangles, want %d; %v", o.Rows(), all, got, want, err)
			}
			w.free()
		}
		if w, err := newRowWindows(t.Context(), o, atLeast[windowLevels-1]-1, workers, tasks); err != nil || w != nil {
			t.Fatalf("%d windows where there is room for one less: %v, %v", atLeast, w, err)
		}
	}
	if several < 1000 || listed < 1000 {
		t.Errorf("%d rows in several windows, %d in none: that tests little", several, listed)
	}
}

// Windows are made for graphs whose rows are dense in places, where they fit, and auto counts these as merges do, with
// whatever memory.
func TestPlanWindows(t *testing.T) {
	if !simd.Best().Windows {
		t.Skip("no windows without kernels for them")
	}
	for _, test := range []struct {
		name   string
		source func() (*generator.Source, error)
		order  graph.Order
		made   bool
	}{
		{"affiliation", generator.Affiliation{Authors: 20_000, Papers: 10_000, MaxTeam: 100, Seed: 1}.Source, graph.OrderID, true},
		{"affiliation by degree", generator.Affiliation{Authors: 20_000, Papers: 10_000, MaxTeam: 100, Seed: 1}.Source, graph.OrderDegree, false},
		{"blocks", generator.StochasticBlock{Vertices: 10_000, Blocks: 20, Inside: .2, Across: 1e-6, Seed: 1}.Source, graph.OrderID, true},
		{"skewed", generator.RMAT{Scale: 14, EdgeFactor: 16, Seed: 1}.Source, graph.OrderDegree, false},
		{"closed triads", generator.HolmeKim{Vertices: 20_000, EdgesPerVertex: 10, Triads: .9, Seed: 1}.Source, graph.OrderDegree, false},
		{"a window for three entries", generator.Circulant{Vertices: 40_000, Offsets: []int{1, 2, 3}}.Source, graph.OrderID, false},
		{"a window for ten entries", generator.Circulant{Vertices: 40_000, Offsets: []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}}.Source, graph.OrderID, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			src, err := test.source()
			if err != nil {
				t.Fatal(err)
			}
			o, _ := graphtest.ListsOf(t, src, test.order)
			p := Params{Threads: 2}
			w, err := planWindows(t.Context(), o, p, hubCount(o, p))
			if err != nil || (w != nil) != test.made {
				t.Errorf("it is %v that there are windows; %v", w != nil, err)
			}
			if w != nil {
				if most := mostWindows(o.Rows(), o.Edges(), p); int64(len(w.windows.Slice())) > most {
					t.Errorf("%d windows of at most %d", len(w.windows.Slice()), most)
				}
				w.free()
			}
			want := countBy(t, o, Merge, p)
			for p.Memory = 1 << 30; p.Memory > 1<<14; p.Memory /= 3 {
				if got := countBy(t, o, Auto, p); got != want {
					t.Errorf("%d triangles within %d bytes, want %d", got, p.Memory, want)
				}
			}
			ended, end := context.WithCancel(t.Context())
			end()
			if w, err := newRowWindows(ended, o, 1<<30, 2, cutRows(o, 2, 0)); w != nil || !errors.Is(err, context.Canceled) {
				t.Errorf("after the end there are windows: %v, %v", w != nil, err)
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
		p := Params{Memory: test.memory, Threads: 2}
		pay := WindowsByID(below, p)
		if pay != test.pay {
			t.Errorf("%s: it is %v that windows are sooner", test.name, pay)
		}
		if p.Windows = pay; !pay {
			continue
		}
		o, err := below.Orient(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		w, err := planWindows(t.Context(), o, p, o.Rows())
		if err != nil || w == nil {
			t.Fatalf("%s: there are no windows; %v", test.name, err)
		}
		w.free()
	}
}

// What windows hold is within what was planned and within the limit; one that is too low leaves them out.
func TestMostWindows(t *testing.T) {
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
		most := mostWindows(rows, edges, p)
		// The array of starts, the windows, and the bitmaps.
		held := hugemem.Bytes(4*int64(rows+1)) + hugemem.Bytes(64*most) + int64(p.Threads)*4*int64((rows+512)/32+1)
		beside := held - autoBytes(rows, edges, 0, p)
		switch {
		case edges < windowsLeastEach*uint64(p.Threads):
			if most > 0 {
				t.Fatalf("%d edges for %d threads: %d windows", edges, p.Threads, most)
			}
		case most > 0 && (beside > BesideBytes(rows, edges, p) || p.Memory > 0 && held > p.Memory):
			t.Fatalf("%d rows, %d edges, %+v: %d windows, which hold %d of %d", rows, edges, p, most, beside, BesideBytes(rows, edges, p))
		case most == 0 && p.Memory > 0:
			tight++
		case p.Memory == 0 && most != min(7*int64(edges)/64, math.MaxInt32):
			t.Fatalf("%d edges without a limit: %d windows", edges, most)
		}
	}
	if tight == 0 {
		t.Error("no limit left windows out")
	}
	if most := mostWindows(1<<10, windowsLeast-1, Params{Threads: 1}); most != 0 {
		t.Errorf("a small graph has room for %d", most)
	}
}
