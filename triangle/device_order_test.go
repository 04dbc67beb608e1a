package triangle

import (
	"testing"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/cpucount"
	"github.com/tricycle-graph/tricycle/internal/generator"
	"github.com/tricycle-graph/tricycle/internal/gpu/gputest"
	"github.com/tricycle-graph/tricycle/internal/lists"
)

// TestDeviceChoosesTheOrder has graphs for each order that a look may say: the plan and the
// count have the same one, and the count is that by degree. What is asked for is taken.
func TestDeviceChoosesTheOrder(t *testing.T) {
	if testing.Short() {
		t.Skip("graphs of some million edges")
	}
	gputest.Open(t, 0)
	for _, x := range []struct {
		generator generator.Generator
		order     graph.Order
	}{
		{generator.Affiliation{Authors: 200_000, Papers: 120_000, MaxTeam: 70, Seed: 1}, graph.OrderID},
		{generator.RandomGeometric{Vertices: 150_000, Radius: .016, Seed: 1}, lists.OrderClusters},
		{generator.HolmeKim{Vertices: 60_000, EdgesPerVertex: 20, Triads: .5, Seed: 1}, graph.OrderID},
		{generator.RMAT{Scale: 16, EdgeFactor: 16, Seed: 1}, graph.OrderDegree},
		{generator.ErdosRenyi{Vertices: 3000, Probability: .2, Seed: 1}, graph.OrderID},
	} {
		src, err := x.generator.Source()
		if err != nil {
			t.Fatal(err)
		}
		defer src.Close()
		on := Options{Engine: device.CUDA}
		plan, err := Explain(t.Context(), src, on)
		if err != nil {
			t.Fatal(err)
		}
		result, err := Count(t.Context(), src, on)
		if err != nil {
			t.Fatal(err)
		}
		name := src.Info().Name
		if plan.Count.Order != x.order || result.Order != x.order {
			t.Errorf("%s: planned by %s, %q, and counted by %s; want %s", name, plan.Count.Order, plan.Count.Reason, result.Order, x.order)
		}
		for _, asked := range []Options{{Order: graph.OrderDegree}, {Method: cpucount.Merge}, {Order: graph.OrderID, Method: cpucount.Bitslice}} {
			asked.Engine = device.CUDA
			other, err := Count(t.Context(), src, asked)
			if err != nil {
				t.Fatal(err)
			}
			if other.Triangles != result.Triangles {
				t.Errorf("%s: %d triangles by %s, %d by %s %s", name, result.Triangles, x.order, other.Triangles, other.Order, other.Method)
			}
			if asked.Order != "" && other.Order != asked.Order {
				t.Errorf("%s: counted by %s, asked for %s", name, other.Order, asked.Order)
			}
		}
	}
}
