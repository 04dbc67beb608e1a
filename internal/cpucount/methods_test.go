package cpucount

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/graphtest"
	"github.com/tricycle-graph/tricycle/internal/lists"
)

// variant is a method with parameters that may change how it counts, but not
// what.
type variant struct {
	method Method
	params Params
}

func (v variant) String() string {
	return fmt.Sprintf("%s/threads=%d/grain=%d/slice=%d/fly=%t/memory=%d",
		v.method, v.params.Threads, v.params.grain, v.params.SliceBits, v.params.OnTheFly, v.params.Memory)
}

// variants lists every method with threads and chunks down to the smallest,
// and every way of slicing.
func variants(o *lists.Oriented) []variant {
	var all []variant
	for _, method := range Methods {
		shapes := []Params{{}}
		if method == Bitslice {
			shapes = nil
			for _, m := range append([]int{0}, SliceWidths...) {
				kept, forced, asked := Params{SliceBits: m}, Params{SliceBits: m, Memory: sharesBytes(o.Edges())}, Params{SliceBits: m, OnTheFly: true}
				shapes = append(shapes, kept, forced, asked)
			}
		}
		for _, p := range shapes {
			for _, p.Threads = range []int{1, 3} {
				for _, p.grain = range []uint64{0, 1 + o.Edges()/2} {
					all = append(all, variant{method, p})
				}
			}
		}
	}
	return all
}

// check counts by every variant.
func check(t *testing.T, name string, o *lists.Oriented, want uint64) {
	t.Helper()
	for _, v := range variants(o) {
		got, err := Count(t.Context(), o, v.method, v.params)
		if err != nil || got != want {
			t.Errorf("%s: %v counts %d (%v), want %d", name, v, got, err, want)
		}
	}
}

func TestMethodsAgreeWithAllTriples(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for round := range 12 {
		n := rng.IntN(60)
		e := graphtest.Random(rng, n, []float64{.05, .2, .6}[round%3])
		if round%4 == 3 {
			e = graphtest.Hubs(rng, n)
		}
		check(t, fmt.Sprintf("round %d, %d vertices", round, n), e.Lists(), e.Triangles())
	}
}

func TestMethodsOnGraphsWithAFormula(t *testing.T) {
	check(t, "no vertices", (&graphtest.Edges{}).Lists(), 0)
	check(t, "no edges", (&graphtest.Edges{N: 5}).Lists(), 0)
	check(t, "one edge", graphtest.Multipartite(1, 1).Lists(), 0)
	check(t, "complete", graphtest.Complete(70), graphtest.Choose(70, 3))
	check(t, "complete bipartite", graphtest.Multipartite(9, 30).Lists(), 0)
	check(t, "complete multipartite", graphtest.Multipartite(2, 3, 5, 7).Lists(), 2*3*5+2*3*7+2*5*7+3*5*7)
	check(t, "wheel", graphtest.Wheel(100).Lists(), 100)
	check(t, "grid", graphtest.Grid(13, 17).Lists(), 2*12*16)
	check(t, "Kneser", graphtest.Kneser(8, 2).Lists(), graphtest.Choose(8, 2)*graphtest.Choose(6, 2)*graphtest.Choose(4, 2)/6)
	check(t, "Petersen", graphtest.Kneser(5, 2).Lists(), 0)
	check(t, "cycle power", graphtest.CyclePower(300, 9).Lists(), 300*graphtest.Choose(9, 2))
}

// TestMethodsOnRenamedVertices shuffles the ids and spreads them over more
// vertices, the new ones isolated.
func TestMethodsOnRenamedVertices(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	e := graphtest.Hubs(rng, 400)
	want, err := Count(t.Context(), e.Lists(), Merge, Params{Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	names := make([]uint32, e.N)
	for i, v := range rng.Perm(5000)[:e.N] {
		names[i] = uint32(v)
	}
	for name, renamed := range map[string]*graphtest.Edges{
		"shuffled": e.Shuffle(rng), "by degree": e.ByDegree(), "spread": e.Relabel(5000, names),
	} {
		check(t, name, renamed.Lists(), want)
	}
}

// TestMethodsOnAStar has one row that is nearly all of the graph, with a rim
// of a cycle, so that a triangle stands on each of its edges.
func TestMethodsOnAStar(t *testing.T) {
	const rim = 3000
	o := graphtest.Wheel(rim).Lists()
	for _, method := range Methods {
		for _, threads := range []int{1, 2, 7} {
			got, err := Count(t.Context(), o, method, Params{Threads: threads, grain: 50_000})
			if err != nil || got != rim {
				t.Errorf("%s counts %d (%v), want %d", method, got, err, rim)
			}
		}
	}
}

// endsOnceCounting is a context that ends when it is looked at and something is counted.
type endsOnceCounting struct {
	context.Context
	meter *graph.Meter
	end   func()
}

func (c endsOnceCounting) Err() error {
	if phase, done, _ := c.meter.Snapshot(); phase == "count" && done > 0 {
		c.end()
	}
	return c.Context.Err()
}

// TestCountStopsWithItsContext ends the context in the middle of a count.
func TestCountStopsWithItsContext(t *testing.T) {
	o := graphtest.Complete(1000)
	for _, method := range Methods {
		var meter graph.Meter
		reason := errors.New("stopped by the user")
		ctx, cancel := context.WithCancelCause(t.Context())
		ends := endsOnceCounting{ctx, &meter, func() { cancel(reason) }}
		_, err := Count(ends, o, method, Params{SliceBits: 8, Threads: 2, Meter: &meter, grain: 1 << 14})
		if _, done, total := meter.Snapshot(); !errors.Is(err, reason) || done == 0 || done > total/2 {
			t.Errorf("%s: error %v after the context ended, %d of %d are counted", method, err, done, total)
		}
		cancel(nil)
	}
}

func TestCountStopsBeforeItBegins(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, method := range Methods {
		if _, err := Count(ctx, graphtest.Complete(50), method, Params{}); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: error %v with a context that ended", method, err)
		}
	}
}

func TestMemoryIsRefusedBeforeWork(t *testing.T) {
	o := graphtest.Complete(100)
	for _, method := range Methods {
		var meter graph.Meter
		need := method.Bytes(o.Rows(), o.Edges(), o.MaxOutDegree(), Params{Threads: 2, Memory: 1})
		if need == 0 {
			continue // a method that needs nothing cannot be refused
		}
		_, err := Count(t.Context(), o, method, Params{Threads: 2, Memory: need - 1, Meter: &meter})
		var refused *graph.MemoryError
		if need > 1 && (!errors.As(err, &refused) || refused.Need != need || refused.Limit != need-1) {
			t.Errorf("%s: error %v with one byte less than the %d it needs", method, err, need)
		}
		if phase, _, _ := meter.Snapshot(); phase != "" {
			t.Errorf("%s: began to %s before it refused", method, phase)
		}
		got, err := Count(t.Context(), o, method, Params{Threads: 2, Memory: need})
		if err != nil || got != graphtest.Choose(100, 3) {
			t.Errorf("%s: %d (%v) with the %d bytes it needs", method, got, err, need)
		}
	}
}

func TestProgressEndsAtItsTotal(t *testing.T) {
	o := graphtest.Kronecker(rand.New(rand.NewPCG(5, 6)), 10, 8).Lists()
	for _, method := range Methods {
		var meter graph.Meter
		if _, err := Count(t.Context(), o, method, Params{Threads: 2, Meter: &meter}); err != nil {
			t.Fatal(err)
		}
		if phase, done, total := meter.Snapshot(); phase != "count" || done != total || total == 0 {
			t.Errorf("%s: ends with phase %q at %d of %d", method, phase, done, total)
		}
	}
}

func TestUnknownMethod(t *testing.T) {
	if _, err := Count(t.Context(), graphtest.Complete(3), "guess", Params{}); err == nil {
		t.Error("no error")
	}
}

func BenchmarkMethods(b *testing.B) {
	rng := rand.New(rand.NewPCG(7, 8))
	for _, input := range []struct {
		name  string
		lists *lists.Oriented
	}{
		{"kronecker", graphtest.Kronecker(rng, 14, 16).ByDegree().Lists()},
		{"uniform", graphtest.Uniform(rng, 1<<16, 1<<20).ByDegree().Lists()},
	} {
		for _, method := range Methods {
			b.Run(input.name+"/"+string(method), func(b *testing.B) {
				for b.Loop() {
					if _, err := Count(b.Context(), input.lists, method, Params{}); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(input.lists.Edges())*float64(b.N)/b.Elapsed().Seconds()/1e6, "Medges/s")
			})
		}
	}
}
