package triangle

import (
	"context"
	"testing"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/fakecuda"
	"github.com/tricycle-graph/tricycle/internal/graphtest"
	"github.com/tricycle-graph/tricycle/internal/lists"
)

// fakeSource yields fixed records and says of itself what a test wants.
type fakeSource struct {
	edges []graph.Edge
	wide  []graph.WideEdge
	info  graph.Info
}

// newFakeSource has a source that can be read again and declares nothing.
func newFakeSource(edges []graph.Edge) *fakeSource {
	return &fakeSource{edges: edges, info: graph.Info{
		Name: "fake", Format: "fake",
		MaxRecords: graph.Known(64), Rereadable: true, // little to allocate
	}}
}

func (s *fakeSource) Info() graph.Info { return s.info }

func (s *fakeSource) Read(_ context.Context, _ int, emit func(int, graph.Batch) error) (graph.Summary, error) {
	err := emit(0, graph.Batch{Edges: s.edges, Wide: s.wide})
	return graph.Summary{Records: uint64(len(s.edges) + len(s.wide)), Vertices: s.info.Vertices}, err
}

func (s *fakeSource) Close() error { return nil }

func onFake(driver *fakecuda.Driver, limit int64) *device.Group {
	return (*device.Group)(gpu.NewGroup(driver.Load, limit, 0))
}

// wheelGraph has orders that a device does not rank by.
func wheelGraph(t *testing.T) *graph.Graph {
	t.Helper()
	var edges []graph.Edge
	for v := uint32(1); v <= 100; v++ {
		edges = append(edges, graph.Edge{U: 0, V: v}, graph.Edge{U: v, V: v%100 + 1})
	}
	g, err := lists.Graph(t.Context(), &graphtest.Source{Edges: edges}, graph.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return g
}
