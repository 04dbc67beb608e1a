package report

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/graphio"
	"github.com/tricycle-graph/tricycle/internal/graphtest"
	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/page"
	"github.com/tricycle-graph/tricycle/internal/summary"
	"github.com/tricycle-graph/tricycle/triangle"
)

// told is what a page tells machines, by the names of sections and of what is in them.
type told struct {
	facts  map[string]any
	tables map[string][][]any
}

func tell(t *testing.T, sections []page.Section) (told, []byte) {
	t.Helper()
	html, err := page.Page{Title: "t", Sections: sections}.HTML()
	if err != nil {
		t.Fatal(err)
	}
	_, after, _ := strings.Cut(string(html), `<script type="application/json" id="data">`)
	text, _, _ := strings.Cut(after, "</script>")
	var data struct {
		Sections []struct {
			Title string
			Facts []struct {
				Name  string
				Value any
			}
			Tables []struct {
				Title string
				Rows  [][]any
			}
		}
	}
	if err := json.Unmarshal([]byte(text), &data); err != nil {
		t.Fatal(err)
	}
	all := told{map[string]any{}, map[string][][]any{}}
	for _, s := range data.Sections {
		for _, f := range s.Facts {
			all.facts[s.Title+": "+f.Name] = f.Value
		}
		for _, table := range s.Tables {
			all.tables[s.Title+": "+table.Title] = table.Rows
		}
	}
	return all, html
}

func options(threads int) triangle.Options {
	return triangle.Options{Engine: device.CPU, Threads: threads}
}

// sectionsOf are those of all answers of a source.
func sectionsOf(t *testing.T, src graph.Source, threads int) []page.Section {
	t.Helper()
	vertices, err := triangle.Vertices(t.Context(), src, options(threads))
	if err != nil {
		t.Fatal(err)
	}
	edges, err := triangle.Truss(t.Context(), src, options(threads))
	if err != nil {
		t.Fatal(err)
	}
	sizes, err := edges.Trusses(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	of, err := Vertices(t.Context(), vertices, threads)
	if err != nil {
		t.Fatal(err)
	}
	all, err := summary.OfEdges(t.Context(), edges, topRows, threads)
	if err != nil {
		t.Fatal(err)
	}
	support := Edges(edges, all)
	g, err := lists.Graph(t.Context(), src, graph.Options{Threads: threads})
	if err != nil {
		t.Fatal(err)
	}
	matrix, err := Spy(t.Context(), g, graph.Options{Threads: threads})
	if err != nil {
		t.Fatal(err)
	}
	return slices.Concat([]page.Section{Triangles(&vertices.Result)}, of, support, Truss(edges, sizes), matrix)
}

// TestKarate compares with what is known of Zachary's karate club.
func TestKarate(t *testing.T) {
	src, err := graphio.Open("../../examples/karate.mtx", graphio.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	got, _ := tell(t, sectionsOf(t, src, 2))
	for name, want := range map[string]any{
		"Triangles: triangles":                          45.0,
		"Degrees: median degree":                        3.0,
		"Degrees: largest degree":                       17.0,
		"Clustering: mean clustering":                   0.5706384782076822,
		"Triangles at vertices: vertices in a triangle": 32.0,
		"Support of edges: edges in a triangle":         67.0,
		"Support of edges: largest support":             10.0,
		"Trussness: largest k":                          5.0,
		"Trussness: its edges":                          14.0,
		"Trussness: its vertices":                       6.0,
	} {
		if got.facts[name] != want {
			t.Errorf("%s is %v, not %v", name, got.facts[name], want)
		}
	}
	for name, want := range map[string][]any{
		"Degrees: Degrees":                             {17.0, 1.0 / 34, 1.0},
		"Trussness: Sizes of the k-trusses":            {5.0, 6.0, 14.0, 1.0},
		"Triangles at vertices: Triangles at vertices": {18.0, 1.0 / 34, 1.0},
	} {
		if rows := got.tables[name]; len(rows) == 0 || !slices.Equal(rows[len(rows)-1], want) {
			t.Errorf("%s ends with %v, not %v", name, rows, want)
		}
	}
	if row := got.tables["Top vertices: Most triangles"][0]; !slices.Equal(row, []any{"1", 16.0, 18.0, 0.15}) {
		t.Errorf("the vertex of most triangles is %v", row)
	}
	if row := got.tables["Top edges: Largest support"][0]; !slices.Equal(row[:3], []any{"33", "34", 10.0}) {
		t.Errorf("the edge of most support is %v", row)
	}
}

// TestSameBytes holds that a report is the same from any number of threads, and small.
func TestSameBytes(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	for i := range graphtest.Fewer(12) {
		e := graphtest.Random(random, 1+random.IntN(80), random.Float64()*0.5)
		if i%3 == 0 {
			e = graphtest.Kronecker(random, 11, 12)
		}
		var records []graph.Edge
		for _, pair := range e.Pairs {
			records = append(records, graph.Edge{U: pair[0], V: pair[1]})
		}
		src := graph.FromEdges(records)
		_, first := tell(t, sectionsOf(t, src, 1))
		_, again := tell(t, sectionsOf(t, src, 3))
		if string(first) != string(again) {
			t.Fatal("three threads make another report than one")
		}
		if len(first) > 200<<10 {
			t.Errorf("the report has %d bytes", len(first))
		}
	}
}

// TestNothing: graphs without edges, triangles or vertices have reports, too.
func TestNothing(t *testing.T) {
	for _, edges := range [][]graph.Edge{nil, {{U: 1, V: 1}}, {{U: 0, V: 1}}, {{U: 0, V: 5}, {U: 5, V: 3}}} {
		tell(t, sectionsOf(t, graph.FromEdges(edges), 1))
	}
}
