package triangle

import (
	"math/rand/v2"
	"testing"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/cpucount"
	"github.com/tricycle-graph/tricycle/internal/generator"
	"github.com/tricycle-graph/tricycle/internal/graphtest"
	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/simd"
)

// A graph in memory whose lists are long in the order of the ids, but dense in places, keeps that order where its triangles
// are counted, and no other answer is wanted; another one is ranked.
func TestCountByWindows(t *testing.T) {
	if !simd.Best().Windows {
		t.Skip("no windows without kernels for them")
	}
	const n, hub = 20_000, 10_000
	random := rand.New(rand.NewPCG(18, 11))
	var near []graph.Edge
	for v := range uint32(n) {
		near = append(near, graph.Edge{U: v, V: hub}) // which has much to scan
		for range 30 {
			near = append(near, graph.Edge{U: v, V: v - random.Uint32N(min(v, 100)+1)})
		}
	}
	skewed, err := generator.RMAT{Scale: 17, EdgeFactor: 16, Seed: 1}.Source()
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct {
		name   string
		source graph.Source
		order  graph.Order
	}{{"near", &graphtest.Source{Edges: near}, graph.OrderID}, {"skewed", skewed, graph.OrderDegree}} {
		g, err := lists.Graph(t.Context(), x.source, graph.Options{})
		if err != nil {
			t.Fatal(err)
		}
		opt := Options{Engine: device.CPU, Threads: 2}
		plan, err := Explain(t.Context(), g.Source(), opt)
		if err != nil {
			t.Fatal(err)
		}
		got, err := Count(t.Context(), g.Source(), opt)
		if err != nil || plan.Count.Order != x.order || got.Order != x.order {
			t.Errorf("%s: planned by %s, %q, and counted by %s, %v; want %s", x.name, plan.Count.Order, plan.Count.Reason, got.Order, err, x.order)
		}
		want, err := Count(t.Context(), g.Source(), Options{Engine: device.CPU, Method: cpucount.Merge})
		if err != nil {
			t.Fatal(err)
		}
		if got.Triangles != want.Triangles || want.Order != graph.OrderDegree {
			t.Errorf("%s: %d triangles, want %d as merges find by %s", x.name, got.Triangles, want.Triangles, want.Order)
		}
		vertices, err := Vertices(t.Context(), g.Source(), opt)
		if err != nil {
			t.Fatal(err)
		}
		if vertices.Order != graph.OrderDegree || vertices.Triangles != want.Triangles {
			t.Errorf("%s: vertices by %s have %d triangles, want %d", x.name, vertices.Order, vertices.Triangles, want.Triangles)
		}
	}
}

// Points whose ids tell nothing of where they are get ids by clusters, from records and in memory, where their triangles are
// counted and neither order, method nor a tight memory says otherwise.
func TestCountByClusters(t *testing.T) {
	if !simd.Best().Windows {
		t.Skip("no windows without kernels for them")
	}
	if testing.Short() {
		t.Skip("some million edges")
	}
	src, err := generator.RandomGeometric{Vertices: 45_000, Radius: .0376, Seed: 1}.Source()
	if err != nil {
		t.Fatal(err)
	}
	g, err := lists.Graph(t.Context(), src, graph.Options{})
	if err != nil {
		t.Fatal(err)
	}
	want, err := Count(t.Context(), g.Source(), Options{Engine: device.CPU, Method: cpucount.Merge, Order: graph.OrderDegree})
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct {
		name   string
		source graph.Source
		opt    Options
		order  graph.Order
	}{
		{"records", src, Options{}, lists.OrderClusters},
		{"in memory", g.Source(), Options{Threads: 2}, lists.OrderClusters},
		{"much memory", src, Options{Memory: 1 << 30}, lists.OrderClusters},
		{"method as asked", src, Options{Method: cpucount.Bitmap}, graph.OrderID},
		{"little memory", src, Options{Memory: 61 << 20}, graph.OrderRecords},
	} {
		x.opt.Engine = device.CPU
		plan, err := Explain(t.Context(), x.source, x.opt)
		if err != nil {
			t.Fatal(err)
		}
		got, err := Count(t.Context(), x.source, x.opt)
		if err != nil {
			t.Fatal(err)
		}
		if plan.Count.Order != x.order || got.Order != x.order || got.Triangles != want.Triangles || got.Edges != want.Edges {
			t.Errorf("%s: planned by %s, %q, and counted by %s: %d triangles of %d edges, want %d of %d by %s",
				x.name, plan.Count.Order, plan.Count.Reason, got.Order, got.Triangles, got.Edges, want.Triangles, want.Edges, x.order)
		}
	}
	vertices, err := Vertices(t.Context(), src, Options{Engine: device.CPU})
	if err != nil || vertices.Order != graph.OrderID || vertices.Triangles != want.Triangles {
		t.Errorf("vertices by %s have %d triangles, %v; want %d by the ids", vertices.Order, vertices.Triangles, err, want.Triangles)
	}
}
