package triangle

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/cpucount"
	"github.com/tricycle-graph/tricycle/internal/graphtest"
	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/simd"
)

func TestCountComplete(t *testing.T) {
	for _, n := range []uint32{1, 2, 3, 10, 100, 700} {
		result, err := Count(context.Background(), &graphtest.Source{Edges: graphtest.CompleteRecords(n)}, Options{})
		if err != nil {
			t.Fatal(err)
		}
		k := uint64(n)
		want := uint64(0)
		if n >= 3 {
			want = k * (k - 1) * (k - 2) / 6
		}
		if result.Triangles != want {
			t.Errorf("complete graph of %d: %d triangles, want %d", n, result.Triangles, want)
		}
		if n >= 3 && result.Transitivity() != 1 {
			t.Errorf("complete graph of %d: transitivity %v", n, result.Transitivity())
		}
	}
}

// The same answer whatever the method, the order, the threads, and whether the
// graph comes as raw edges or as a symmetric CSR; what relabelling,
// duplicating, reversing, loops and isolated vertices must not change.
func TestCountIsOneNumber(t *testing.T) {
	ctx := context.Background()
	random := rand.New(rand.NewPCG(1, 1))
	trials, most := 12, 30_000
	if testing.Short() {
		trials, most = 3, 8000
	}
	for trial := range trials {
		n := uint32(20 + random.IntN(1500))
		edges := graphtest.SkewedRecords(random, n, random.IntN(most))
		reference, err := Count(ctx, &graphtest.Source{Edges: edges}, Options{Method: cpucount.Merge, Order: graph.OrderID, Threads: 1})
		if err != nil {
			t.Fatal(err)
		}
		for _, method := range Methods(device.CPU) {
			for _, order := range graph.Orders {
				opt := Options{Method: method, Order: order, Threads: 1 + trial%4}
				got, err := Count(ctx, &graphtest.Source{Edges: edges}, opt)
				if err != nil {
					t.Fatal(err)
				}
				sameAnswer(t, got, reference)
				g, err := lists.Graph(ctx, &graphtest.Source{Edges: edges}, graph.Options{})
				if err != nil {
					t.Fatal(err)
				}
				if got, err = Count(ctx, g.Source(), opt); err != nil {
					t.Fatal(err)
				}
				sameAnswer(t, got, reference)
			}
		}
		perm := random.Perm(int(n))
		var changed []graph.Edge
		for _, e := range edges {
			u, v := uint32(perm[e.U]), uint32(perm[e.V])
			changed = append(changed, graph.Edge{U: u, V: v})
			switch random.IntN(4) {
			case 0:
				changed = append(changed, graph.Edge{U: v, V: u}, graph.Edge{U: u, V: u})
			case 1:
				changed = append(changed, graph.Edge{U: u, V: v})
			}
		}
		got, err := Count(ctx, &graphtest.Source{Edges: changed}, Options{})
		if err != nil {
			t.Fatal(err)
		}
		sameAnswer(t, got, reference)
	}
}

func sameAnswer(t *testing.T, got, want *Result) {
	t.Helper()
	if got.Triangles != want.Triangles || got.Edges != want.Edges || got.MaxDegree != want.MaxDegree || got.Wedges.Cmp(want.Wedges) != 0 {
		t.Fatalf("%s, %s: %d triangles, %d edges, max degree %d, %v wedges; want %d, %d, %d, %v", got.Method, got.Order,
			got.Triangles, got.Edges, got.MaxDegree, got.Wedges, want.Triangles, want.Edges, want.MaxDegree, want.Wedges)
	}
}

// A flat graph takes the path without orientation; its out-degree must be that
// of the order it names.
func TestCountFlatSaysTheOutDegree(t *testing.T) {
	ctx := context.Background()
	random := rand.New(rand.NewPCG(2, 2))
	for range 30 {
		var edges []graph.Edge
		n := uint32(2 + random.IntN(500))
		for range n * 2 {
			u := random.Uint32N(n)
			edges = append(edges, graph.Edge{U: u, V: min(u+1+random.Uint32N(4), n-1)})
		}
		g, err := lists.Graph(ctx, &graphtest.Source{Edges: edges}, graph.Options{})
		if err != nil {
			t.Fatal(err)
		}
		flat, err := Count(ctx, g.Source(), Options{})
		if err != nil {
			t.Fatal(err)
		}
		oriented, err := Count(ctx, g.Source(), Options{Order: graph.OrderID, Method: cpucount.Merge})
		if err != nil {
			t.Fatal(err)
		}
		sameAnswer(t, flat, oriented)
		if flat.MaxDegree <= cpucount.FlatDegree && (flat.Order != graph.OrderID || flat.MaxOutDegree != oriented.MaxOutDegree) {
			t.Fatalf("%s, longest row %d; want %d", flat.Order, flat.MaxOutDegree, oriented.MaxOutDegree)
		}
	}
}

// A source holds a graph where it is a Loader, whatever it says; a graph in memory is
// no file whose pages the system could drop.
func TestLoadedIsWhatALoaderIs(t *testing.T) {
	g, err := lists.Graph(t.Context(), graph.FromEdges([]graph.Edge{{U: 0, V: 1}, {U: 1, V: 2}, {U: 2, V: 0}}), graph.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for name, src := range map[string]graph.Source{"loader": g.Source(), "wrapped": struct{ graph.Source }{g.Source()}} {
		plan, err := Explain(t.Context(), src, Options{Memory: 1 << 30})
		if err != nil {
			t.Fatal(err)
		}
		if plan.Ingest.Mapped || (plan.Ingest.way == wholeOnCPU) != (name == "loader") {
			t.Errorf("%s: %+v", name, plan.Ingest)
		}
		result, err := Count(t.Context(), src, Options{Memory: 1 << 30})
		if err != nil || result.Triangles != 1 || result.Info.Loaded != (name == "loader") {
			t.Errorf("%s: %+v, %v", name, result, err)
		}
	}
	all, err := EstimateCount(g.Source().Info(), Options{})
	if err != nil || len(all.Each) == 0 || all.Each[0].Pages != 0 {
		t.Errorf("%+v, %v", all, err)
	}
}

func TestCountStrict(t *testing.T) {
	var input *graph.InputError
	for name, edges := range map[string][]graph.Edge{
		"loop":      {{U: 1, V: 1}, {U: 1, V: 2}},
		"duplicate": {{U: 1, V: 2}, {U: 1, V: 2}},
		"one way":   {{U: 1, V: 2}, {U: 2, V: 1}, {U: 2, V: 3}},
	} {
		if _, err := Count(context.Background(), &graphtest.Source{Edges: edges}, Options{Strict: true}); !errors.As(err, &input) {
			t.Errorf("%s: got %v, want an InputError", name, err)
		}
	}
	for name, edges := range map[string][]graph.Edge{
		"each once":       {{U: 1, V: 2}, {U: 3, V: 2}},
		"both directions": {{U: 1, V: 2}, {U: 2, V: 1}},
	} {
		if _, err := Count(context.Background(), &graphtest.Source{Edges: edges}, Options{Strict: true}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestCountRefusesBeforeItReads(t *testing.T) {
	var memory *graph.MemoryError
	_, err := Count(context.Background(), &graphtest.Source{Edges: graphtest.CompleteRecords(100)}, Options{Memory: 1 << 10})
	if !errors.As(err, &memory) || memory.Need <= memory.Limit {
		t.Errorf("got %v, want a MemoryError", err)
	}
}

// A small graph with hubs takes that path, too, where its lists are short in the order of the
// ids, and no other.
func TestCountFlatWithHubs(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 4))
	flat := 0
	for range 30 {
		n, hubs := uint32(500+random.IntN(500)), 1+random.Uint32N(8)
		var edges []graph.Edge
		for v := range n {
			for range 4 {
				edges = append(edges, graph.Edge{U: v, V: random.Uint32N(n)})
			}
			for hub := range hubs {
				// Ids of hubs in the middle are much to scan, those at an end are little.
				edges = append(edges, graph.Edge{U: v, V: (hub + n/2*(hubs&1)) % n})
			}
		}
		g, err := lists.Graph(t.Context(), &graphtest.Source{Edges: edges}, graph.Options{})
		if err != nil {
			t.Fatal(err)
		}
		plan, err := Explain(t.Context(), g.Source(), Options{Engine: device.CPU})
		if err != nil {
			t.Fatal(err)
		}
		got, err := Count(t.Context(), g.Source(), Options{Engine: device.CPU, Threads: 1 + random.IntN(3)})
		if err != nil {
			t.Fatal(err)
		}
		want, err := Count(t.Context(), g.Source(), Options{Engine: device.CPU, Order: graph.OrderID, Method: cpucount.Merge})
		if err != nil {
			t.Fatal(err)
		}
		sameAnswer(t, got, want)
		if plan.Count.Flat {
			flat++
			if got.Order != graph.OrderID || got.MaxOutDegree != want.MaxOutDegree {
				t.Fatalf("%s, longest row %d; want %d", got.Order, got.MaxOutDegree, want.MaxOutDegree)
			}
		}
	}
	if simd.Best().Symmetric && (flat == 0 || flat == 30) {
		t.Errorf("%d of 30 graphs were counted as they are", flat)
	}
}
