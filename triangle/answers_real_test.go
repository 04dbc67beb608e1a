package triangle_test

import (
	"cmp"
	"fmt"
	"iter"
	"math"
	"math/big"
	"slices"
	"strconv"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/graphio"
	"github.com/tricycle-graph/tricycle/internal/realdata"
	"github.com/tricycle-graph/tricycle/triangle"
)

// TestAnswersOfRealGraphs compares with what an independent program found.
func TestAnswersOfRealGraphs(t *testing.T) {
	realdata.Expected(t, func(t *testing.T, path string, cell func(string) string) {
		compare := func(what string, got any) {
			if fmt.Sprint(got) != cell(what) {
				t.Errorf("%s is %v, want %s", what, got, cell(what))
			}
		}
		vertices, average := realVertices(t, path, compare)
		if want, _ := strconv.ParseFloat(cell("mean_clustering_deg2"), 64); !(math.Abs(average-want) < 1e-11) {
			t.Errorf("the mean clustering is %v, want %v", average, want)
		}
		src, err := graphio.Open(path, graphio.Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer src.Close()
		edges, err := triangle.Truss(t.Context(), src, triangle.Options{Threads: 2})
		if err != nil {
			t.Fatal(err)
		}
		most, squares := uint32(0), uint64(0)
		at := make([]uint64, len(edges.Degrees))
		for e, support := range edges.All() {
			most = max(most, support)
			squares += uint64(support) * uint64(support)
			at[e.U] += uint64(support)
			at[e.V] += uint64(support)
		}
		compare("m", edges.Edges)
		compare("triangles", edges.Triangles)
		compare("max_support", most)
		compare("sum_support2", squares)
		trussness, highest := uint64(0), uint32(2)
		for _, k := range edges.Trussness {
			trussness += uint64(k)
			highest = max(highest, k)
		}
		compare("sum_trussness", trussness)
		compare("max_trussness", highest)
		truss, err := edges.KTruss(highest)
		if err != nil {
			t.Fatal(err)
		}
		compare("edges_max_truss", truss.Edges())
		compare("vertices_max_truss", truss.Vertices())
		for v, n := range vertices.Counts {
			if at[v] != 2*n {
				t.Fatalf("vertex %d has %d triangles, and its edges %d", v, n, at[v])
			}
		}
		if edges.Edges < 1_000_000 {
			realInParts(t, src, vertices, edges)
		}
	})
}

// realInParts has the same answers in parts.
func realInParts(t *testing.T, src graph.Source, vertices *triangle.PerVertex, edges *triangle.PerEdge) {
	opt := triangle.Options{Threads: 2, Parts: triangle.Parts{Rows: 3, Columns: 2}, TmpDir: t.TempDir()}
	gotVertices, err := triangle.Vertices(t.Context(), src, opt)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(gotVertices.Counts, vertices.Counts) {
		t.Error("other triangles at the vertices in parts")
	}
	gotEdges, err := triangle.Edges(t.Context(), src, opt)
	if err != nil {
		t.Fatal(err)
	}
	next, stop := iter.Pull2(gotEdges.All())
	defer stop()
	for e, want := range edges.All() {
		if got, n, ok := next(); !ok || got != e || n != want {
			t.Fatalf("edge %v has support %d in parts where %v has %d", got, n, e, want)
		}
	}
	if err := cmp.Or(gotEdges.Err(), gotEdges.Close()); err != nil {
		t.Error(err)
	}
}

// realVertices asks for the vertices of a file.
func realVertices(t *testing.T, path string, compare func(what string, got any)) (p *triangle.PerVertex, average float64) {
	src, err := graphio.Open(path, graphio.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	p, err = triangle.Vertices(t.Context(), src, triangle.Options{Threads: 2})
	if err != nil {
		t.Fatal(err)
	}
	connected, most, squares := 0, uint64(0), new(big.Int)
	for v, n := range p.Counts {
		if p.Degrees[v] > 0 {
			connected++
		}
		most = max(most, n)
		square := new(big.Int).SetUint64(n)
		squares.Add(squares, square.Mul(square, square))
	}
	compare("n", connected)
	compare("triangles", p.Triangles)
	compare("max_t", most)
	compare("sum_t2", squares)
	return p, p.AverageClustering(2)
}
