package graphio

import (
	"context"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/realdata"
	"github.com/tricycle-graph/tricycle/triangle"
)

// refused lists the files that must be refused, and at which line.
var refused = map[string]int64{
	"graphchallenge/ca-GrQc_inc.mmio":     3,
	"odd/crlf_trailer_oregon1_010331.txt": 44006,
	"odd/gap_4.graph":                     3, // format 100 asks for sizes of vertices, which GAP does not write
	"odd/johnson8-4-4.edgelist":           3,
	"odd/karate_mod.mtx":                  79,
	"odd/negative-vertex-id.csv":          1,
	"odd/nosizeline_delaunay_n14.mtx.gz":  3,
}

func TestManifest(t *testing.T) {
	tested, graphs := 0, realdata.Manifest(t)
	for _, g := range graphs {
		number := func(column string) uint64 {
			n, err := strconv.ParseUint(g.Cell(column), 10, 64)
			if err != nil {
				t.Fatalf("%s: %s: %v", g.Name, column, err)
			}
			return n
		}
		name, path, format := g.Name, g.Path, g.Cell("format")
		line, bad := refused[name]
		if !bad && format == "" {
			t.Errorf("%s: no format", name)
		}
		if name == "odd/gap_4.gr" {
			continue // has no numbers; see TestGapGraphs
		}
		tested++
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if bad {
				checkRefused(t, path, line)
				return
			}
			if testing.Short() && number("data_lines") > 50000 {
				t.Skip("a large one")
			}
			src, err := Open(path, Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer closeAll(t, src)
			checkRow(t, src, format, number)
		})
	}
	if tested != len(graphs)-1 {
		t.Errorf("%d rows tested of %d", tested, len(graphs)-1)
	}
}

// formatsOf lists by which formats of this package the files of a format in the
// manifest are read.
var formatsOf = map[string][]string{
	"el": {"edgelist"}, "str": {"edgelist"}, "csv1": {"edgelist"}, "skip1": {"edgelist"}, "mcio": {"edgelist"},
	"mtx": {"matrixmarket", "edgelist"}, "metis": {"metis"}, "pajek": {"pajek"}, "gml": {"gml"}, "tntp": {"tntp"},
}

// checkRow compares a graph with its row in the manifest.
func checkRow(t *testing.T, src graph.Source, format string, number func(string) uint64) {
	t.Helper()
	g, err := lists.Graph(context.Background(), src, graph.Options{})
	if err != nil {
		t.Fatal(err)
	}
	facts, err := lists.FactsOfGraph(t.Context(), g, 0)
	if err != nil {
		t.Fatal(err)
	}
	report, info := g.Report(), src.Info()
	if !slices.Contains(formatsOf[format], info.Format) {
		t.Errorf("read as %s", info.Format)
	}
	// The manifest counts the ids seen, but some formats declare their vertices.
	n := uint64(g.Vertices())
	if info.Format != "edgelist" {
		edges, sum, err := read(src, 2)
		if err != nil {
			t.Fatal(err)
		}
		seen := make(map[string]bool)
		for _, e := range edges {
			seen[e[0]], seen[e[1]] = true, true
		}
		if sum.Vertices != graph.Known(n) || n < uint64(len(seen)) || info.Vertices.Known() && info.Vertices != graph.Known(n) {
			t.Errorf("%d vertices of %v declared, %d seen", n, info.Vertices, len(seen))
		}
		n = uint64(len(seen))
	}
	for what, got := range map[string]uint64{
		"n": n, "m": g.Edges(), "maxdeg": uint64(facts.MaxDegree()),
		"data_lines": report.Records, "self_loops": report.Loops, "dup_lines": report.Duplicates + report.Reciprocal,
	} {
		if got != number(what) {
			t.Errorf("%s is %d, want %d", what, got, number(what))
		}
	}
	checkTriangles(t, g, number("triangles"))
}

// checkTriangles counts by the best method, and by all of them where that is
// quick.
func checkTriangles(t *testing.T, g *graph.Graph, want uint64) {
	t.Helper()
	methods, orders := triangle.Methods(device.CPU), graph.Orders
	if g.Edges() >= 20_000 || testing.Short() {
		methods, orders = methods[:1], orders[:1]
	}
	for _, method := range methods {
		for _, order := range orders {
			r, err := triangle.Count(context.Background(), g.Source(), triangle.Options{Method: method, Order: order})
			if err != nil || r.Triangles != want {
				t.Errorf("%s by %s: %+v, %v, want %d triangles", method, order, r, err, want)
			}
		}
	}
}

// One graph in all the formats of GAP's test folder.
func TestGapGraphs(t *testing.T) {
	folder := realdata.Folder(t)
	for name, format := range map[string]string{
		"gap_4.el": "edgelist", "gap_4.wel": "edgelist", "gap_4.mtx": "matrixmarket", "gap_4w.mtx": "matrixmarket", "gap_4.gr": "dimacs",
	} {
		src := openFile(t, filepath.Join(folder, "odd", name))
		if got := src.Info().Format; got != format {
			t.Errorf("%s read as %s", name, got)
		}
		g, err := lists.Graph(t.Context(), src, graph.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if g.Edges() != 53 || g.Report().Records != 256 {
			t.Errorf("%s: %d edges of %d records", name, g.Edges(), g.Report().Records)
		}
		checkTriangles(t, g, 105)
	}
}

func checkRefused(t *testing.T, path string, line int64) {
	t.Helper()
	src, err := Open(path, Options{})
	if err == nil {
		defer closeAll(t, src)
		_, _, err = read(src, 2)
	}
	if got := inputError(t, err); got.Line != line {
		t.Errorf("%v, want line %d", err, line)
	}
}

func TestJohnsonAsEdgeList(t *testing.T) {
	src, err := Open(filepath.Join(realdata.Folder(t), "odd", "johnson8-4-4.edgelist"), Options{Format: "edgelist"})
	if err != nil {
		t.Fatal(err)
	}
	defer closeAll(t, src)
	g, err := lists.Graph(context.Background(), src, graph.Options{})
	if err != nil || g.Vertices() != 70 || g.Edges() != 1855 {
		t.Errorf("%d vertices, %d edges, %v", g.Vertices(), g.Edges(), err)
	}
}
