package triangle

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/graphtest"
	"github.com/tricycle-graph/tricycle/internal/objectfs"
	"github.com/tricycle-graph/tricycle/internal/partition"
)

// TestArrangeOutside arranges edges in many buckets, and one vertex has more than a bucket
// holds.
func TestArrangeOutside(t *testing.T) {
	random := rand.New(rand.NewPCG(41, 42))
	const n = 60_000
	edges := graphtest.SkewedRecords(random, n, 200_000)
	for v := range uint32(30_000) {
		edges = append(edges, graph.Edge{U: 7, V: 2*v + 1})
	}
	src := &graphtest.Source{Edges: edges}
	whole, err := Edges(t.Context(), src, Options{Engine: device.CPU})
	if err != nil {
		t.Fatal(err)
	}
	for _, room := range []int64{1, 1 << 20, 8 << 20, 0} {
		opt := Options{Engine: device.CPU, Threads: 3, Parts: Parts{Rows: 2, Columns: 2}, TmpDir: t.TempDir()}
		d := &Divided{files: objectfs.NewScratch(t.TempDir()), asked: perEdge}
		r := &run{opt: opt, info: src.Info(), src: src, goal: goal{asked: perEdge, parts: d}, clock: newClock(), result: new(Result)}
		source, err := r.openRecords(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if err := source.Rank(t.Context(), graph.OrderRecords); err != nil {
			t.Fatal(err)
		}
		if err := r.cutPieces(t.Context(), source, d); err != nil {
			t.Fatal(err)
		}
		d.sums = partition.NewSums(d.Store, d.Grid, opt.TmpDir)
		if _, err := d.count(t.Context(), slices.Collect(d.Grid.Subtasks()), opt, nil); err != nil {
			t.Fatal(err)
		}
		if room > 0 {
			opt.Memory = processBytes + d.blockBytes() + room
		}
		if err := r.arrangeOutside(t.Context(), d, opt); err != nil {
			t.Fatal(err)
		}
		got := &PerEdge{Result: *r.result, edges: r.found.edges}
		if !slices.Equal(got.edges.offsets, whole.edges.offsets) || got.Triangles != whole.Triangles {
			t.Fatalf("room of %d: %d triangles, want %d, or other rows", room, got.Triangles, whole.Triangles)
		}
		var all []supportedEdge
		for _, row := range got.edges.behind(0) {
			all = append(all, row...)
		}
		if !slices.Equal(all, whole.edges.edges) {
			t.Errorf("room of %d: other edges", room)
		}
		if buckets := len(got.edges.pages.pages); room == 1<<20 && buckets < 30 {
			t.Errorf("room of %d: %d pages", room, buckets)
		}
		if err := cmp.Or(got.Err(), got.Close()); err != nil {
			t.Error(err)
		}
		for range got.All() {
			t.Fatal("edges of a file that is closed")
		}
		if got.Err() == nil {
			t.Error("no word of a file that is closed")
		}
	}
}
