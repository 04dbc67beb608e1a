package cpucount

import (
	"context"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/generator"
	"github.com/tricycle-graph/tricycle/internal/graphtest"
	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/simd"
)

// skewed returns the oriented lists of a graph with hubs.
func skewed(t *testing.T) *lists.Oriented { return rmat(t, 14, 16) }

// rmat is skewed of a size.
func rmat(t *testing.T, scale int, edgeFactor int) *lists.Oriented {
	t.Helper()
	src, err := generator.RMAT{Scale: scale, EdgeFactor: edgeFactor, Seed: 1}.Source()
	if err != nil {
		t.Fatal(err)
	}
	o, _ := graphtest.ListsOf(t, src, graph.OrderDegree)
	return o
}

// Whatever memory leaves of the matrix, down to none, the count is the same.
func TestHubsUnderMemoryLimits(t *testing.T) {
	ctx := context.Background()
	o := skewed(t)
	want, err := Count(ctx, o, Merge, Params{})
	if err != nil {
		t.Fatal(err)
	}
	chosen := map[int]bool{}
	for _, memory := range []int64{0, 1 << 24, 1 << 19, 1 << 17, 1 << 13} {
		p := Params{Memory: memory, Threads: 2}
		hubs := hubCount(o, p)
		chosen[hubs] = true
		if held := int64(8 * simd.MatrixRow(uint32(hubs))); hubs > 0 && held > HubBytes(o.Rows(), o.Edges(), p) {
			t.Errorf("memory %d: %d hubs take %d bytes, at most %d were planned", memory, hubs, held, HubBytes(o.Rows(), o.Edges(), p))
		}
		got, err := Count(ctx, o, Auto, p)
		if err != nil {
			t.Fatal(err)
		}
		if got != want {
			t.Errorf("memory %d, %d hubs: %d triangles, want %d", memory, hubs, got, want)
		}
	}
	if len(chosen) < 3 || !chosen[0] {
		t.Errorf("the limits chose among %v hubs only", chosen)
	}
}
