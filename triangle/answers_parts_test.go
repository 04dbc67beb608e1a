package triangle_test

import (
	"cmp"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/generator"
	"github.com/tricycle-graph/tricycle/internal/loading"
	"github.com/tricycle-graph/tricycle/triangle"
)

// TestAnswersInParts takes every method on a few grids, from records and from a graph
// that is there.
func TestAnswersInParts(t *testing.T) {
	random := rand.New(rand.NewPCG(31, 32))
	for round, method := range triangle.Methods(device.CPU) {
		for i, parts := range []triangle.Parts{{Rows: 1, Columns: 1}, {Rows: 3, Columns: 2}, {Rows: 40, Columns: 7}} {
			spread := []uint64{1, 5, 1, 70_000_019, 1 << 35}[(round+i)%5]
			n := 1 + random.Uint32N(60)
			d := &drawn{pairs: randomPairs(random, n, random.IntN(600), spread)}
			d.info = graph.Info{Name: "drawn", Format: "u32", Rereadable: round%3 > 0, Direct: round%3 == 2}
			if spread == 1 && round%2 == 0 {
				d.info.Vertices = graph.Known(n + 10)
				d.info.Records = graph.Known(len(d.pairs))
			}
			want := newTwin(d.pairs, d.info.Vertices.Get())
			opt := triangle.Options{Method: method, Threads: 1 + (round+i)%4, Parts: parts, TmpDir: t.TempDir()}
			if i%2 == round%2 {
				opt.Order = graph.OrderAverageDegree
			}
			want.checkParts(t, "records", func() graph.Source { return d }, opt)
			g, _, err := loading.Graph(t.Context(), d, graph.Options{})
			if err != nil {
				t.Fatal(err)
			}
			opt.Memory = 200 << 20
			want.checkParts(t, "graph within memory", g.Source, opt)
		}
	}
}

// checkParts asks of what source returns what may be answered in parts.
func (t *twin) checkParts(tb testing.TB, name string, source func() graph.Source, opt triangle.Options) {
	tb.Helper()
	if vertices := t.askVertices(tb, name, source, opt); vertices != nil && (vertices.Parts == nil || vertices.Engine != cmp.Or(opt.Engine, device.CPU)) {
		tb.Errorf("%s, %+v: vertices: not in parts there: %+v", name, opt, vertices.Result)
	}
	if edges := t.askEdges(tb, name, source, opt); edges != nil && (edges.Parts == nil || edges.Engine != cmp.Or(opt.Engine, device.CPU)) {
		tb.Errorf("%s, %+v: edges: not in parts there: %+v", name, opt, edges.Result)
	}
	if left, err := os.ReadDir(opt.TmpDir); err != nil || len(left) > 0 {
		tb.Errorf("%s, %+v: %v is left, %v", name, opt, left, err)
	}
}

// TestAnswersInPartsOfHubs has hubs' subtasks, and the same answer as whole.
func TestAnswersInPartsOfHubs(t *testing.T) {
	src, err := generator.RMAT{Scale: 12, EdgeFactor: 16, Seed: 1}.Source()
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	whole, err := triangle.Vertices(t.Context(), src, triangle.Options{})
	if err != nil {
		t.Fatal(err)
	}
	wholeEdges, err := triangle.Edges(t.Context(), src, triangle.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, parts := range []triangle.Parts{{Rows: 1, Columns: 1}, {Rows: 3, Columns: 2}, {Rows: 9, Columns: 3}} {
		opt := triangle.Options{Parts: parts, TmpDir: t.TempDir()}
		vertices, err := triangle.Vertices(t.Context(), src, opt)
		if err != nil {
			t.Fatal(err)
		}
		if vertices.Triangles != whole.Triangles || !slices.Equal(vertices.Counts, whole.Counts) {
			t.Errorf("%+v: other triangles at the vertices", parts)
		}
		edges, err := triangle.Edges(t.Context(), src, opt)
		if err != nil {
			t.Fatal(err)
		}
		if parts.Rows == 1 && (vertices.Parts.Subtasks != 2 || edges.Parts.Subtasks != 2) {
			t.Errorf("%+v: %d subtasks for vertices and %d for edges, want 2: no hubs", parts, vertices.Parts.Subtasks, edges.Parts.Subtasks)
		}
		type edge struct {
			graph.Edge
			support uint32
		}
		var want, got []edge
		for e, n := range wholeEdges.All() {
			want = append(want, edge{e, n})
		}
		for e, n := range edges.All() {
			got = append(got, edge{e, n})
		}
		if edges.Triangles != whole.Triangles || !slices.Equal(got, want) {
			t.Errorf("%+v: other triangles on the edges", parts)
		}
		if err := cmp.Or(edges.Err(), edges.Close()); err != nil {
			t.Error(err)
		}
	}
}
