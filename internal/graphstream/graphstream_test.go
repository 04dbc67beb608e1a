package graphstream_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tricycle-graph/tricycle/chordless"
	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/graphstream"
	"github.com/tricycle-graph/tricycle/internal/loading"
	"github.com/tricycle-graph/tricycle/triangle"
)

// TestSmallAsEngines holds what is counted in rows of bits against the engines, on random
// graphs with loops, repeats and both directions.
func TestSmallAsEngines(t *testing.T) {
	random := rand.New(rand.NewPCG(161, 162))
	var rows graphstream.Rows
	var search graphstream.Chordless
	counted := 0
	for i := range 400 {
		n := 1 + random.IntN(12)
		if i%4 == 0 {
			n = 1 + random.IntN(graphstream.Most)
		}
		edges := make([]graph.Edge, random.IntN(3*n))
		for j := range edges {
			edges[j] = graph.Edge{U: uint32(random.IntN(n)), V: uint32(random.IntN(n))}
		}
		var cleaned graph.Report
		rows.Reset(n)
		rows.Add(edges[:len(edges)/3], &cleaned)
		rows.Add(edges[len(edges)/3:], &cleaned)
		rows.Clean(&cleaned)
		raw := (&graphstream.Graph{N: uint64(n), Records: edges}).Source()
		clean := &graphstream.Graph{N: uint64(n), Small: &rows, Cleaned: cleaned}
		result, err := triangle.Count(t.Context(), raw, triangle.Options{Engine: device.CPU, Threads: 1})
		if err != nil {
			t.Fatal(err)
		}
		if result.Cleaning != cleaned || result.Vertices != uint64(n) || result.Edges != rows.Edges() || result.Triangles != rows.Triangles() {
			t.Fatalf("%d vertices, %v: %d edges, %d triangles, %+v; want %d, %d, %+v", n, edges,
				rows.Edges(), rows.Triangles(), cleaned, result.Edges, result.Triangles, result.Cleaning)
		}
		most := []int{0, 3, 4, 5, 7}[random.IntN(5)]
		if !search.Count(&rows, most) {
			continue
		}
		counted++
		g, err := clean.Lists()
		if err != nil {
			t.Fatal(err)
		}
		want, err := chordless.Count(t.Context(), g, chordless.Options{Engine: device.CPU, MinLength: 3, MaxLength: most, ByLength: true, Threads: 1})
		if err != nil {
			t.Fatal(err)
		}
		if want.Triangles != search.ByLength[3] {
			t.Fatalf("%d vertices, %v: %d triangles, want %d", n, edges, search.ByLength[3], want.Triangles)
		}
		for length, cycles := range search.ByLength {
			wanted := uint64(0)
			if length < len(want.ByLength) && want.ByLength[length] != nil {
				wanted = want.ByLength[length].Uint64()
			}
			if cycles != wanted {
				t.Fatalf("%d vertices, %v: %d cycles of %d, want %d", n, edges, cycles, length, wanted)
			}
		}
	}
	if counted < 300 {
		t.Errorf("%d graphs were searched", counted)
	}
}

// TestWideAsEngines does so for rows of several words, and for the lists made of them.
func TestWideAsEngines(t *testing.T) {
	random := rand.New(rand.NewPCG(163, 164))
	var rows graphstream.Wide
	for range 100 {
		n := 1 + random.IntN(300)
		edges := make([]graph.Edge, random.IntN(3*n))
		if n < 100 {
			edges = make([]graph.Edge, random.IntN(n*n))
		}
		for j := range edges {
			edges[j] = graph.Edge{U: uint32(random.IntN(n)), V: uint32(random.IntN(n))}
		}
		g := graphstream.Graph{N: uint64(n), Wide: &rows}
		rows.Reset(n)
		rows.Add(edges[:len(edges)/3], &g.Cleaned)
		rows.Add(edges[len(edges)/3:], &g.Cleaned)
		rows.Clean(&g.Cleaned)
		raw := (&graphstream.Graph{N: uint64(n), Records: edges}).Source()
		result, err := triangle.Count(t.Context(), raw, triangle.Options{Engine: device.CPU, Threads: 1})
		if err != nil {
			t.Fatal(err)
		}
		if result.Cleaning != g.Cleaned || result.Edges != g.Edges() || result.Triangles != g.Triangles() {
			t.Fatalf("%d vertices, %v: %d edges, %d triangles, %+v; want %d, %d, %+v", n, edges,
				g.Edges(), g.Triangles(), g.Cleaned, result.Edges, result.Triangles, result.Cleaning)
		}
		want, _, err := loading.Graph(t.Context(), raw, graph.Options{Threads: 1})
		if err != nil {
			t.Fatal(err)
		}
		lists, err := g.Lists()
		if err != nil {
			t.Fatal(err)
		}
		if err := lists.Validate(t.Context(), 1); err != nil || !slices.Equal(lists.Offsets(), want.Offsets()) || !slices.Equal(lists.Adjacency(), want.Adjacency()) {
			t.Fatalf("%d vertices, %v: %v, lists %v %v; want %v %v", n, edges, err,
				lists.Offsets(), lists.Adjacency(), want.Offsets(), want.Adjacency())
		}
	}
}

// A graph of many cycles is left to the engines.
func TestTooManyCycles(t *testing.T) {
	var grid []graph.Edge
	for v := range uint32(64) {
		if v%8 < 7 {
			grid = append(grid, graph.Edge{U: v, V: v + 1})
		}
		if v < 56 {
			grid = append(grid, graph.Edge{U: v, V: v + 8})
		}
	}
	var rows graphstream.Rows
	var cleaned graph.Report
	rows.Reset(64)
	rows.Add(grid, &cleaned)
	rows.Clean(&cleaned)
	var search graphstream.Chordless
	if search.Count(&rows, 0) {
		t.Error("the grid of 8 x 8 was searched to its end")
	}
	if !search.Count(&rows, 4) || search.ByLength[4] != 49 {
		t.Errorf("%d squares", search.ByLength[4])
	}
}
