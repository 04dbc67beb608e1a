package graphio

import (
	"context"
	"encoding/csv"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
)

// dataFolder returns the folder of real graphs, or skips the test.
func dataFolder(t *testing.T) string {
	folder := os.Getenv("TRICYCLE_DATA")
	if folder == "" {
		folder = filepath.Join("..", "..", "shared", "data")
	}
	if _, err := os.Stat(filepath.Join(folder, "MANIFEST.tsv")); err != nil {
		t.Skipf("no folder of real graphs at %s (set TRICYCLE_DATA)", folder)
	}
	return folder
}

// refused lists the files that must be refused, and at which line.
var refused = map[string]int64{
	"graphchallenge/ca-GrQc_inc.mmio":     3,
	"odd/crlf_trailer_oregon1_010331.txt": 44006,
	"odd/gap_4.gr":                        0,
	"odd/johnson8-4-4.edgelist":           3,
	"odd/karate_mod.mtx":                  79,
	"odd/negative-vertex-id.csv":          1,
	"odd/nosizeline_delaunay_n14.mtx.gz":  3,
}

func TestManifest(t *testing.T) {
	folder := dataFolder(t)
	file, err := os.Open(filepath.Join(folder, "MANIFEST.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	defer closeAll(t, file)
	table := csv.NewReader(file)
	table.Comma, table.Comment, table.LazyQuotes, table.FieldsPerRecord = '\t', '#', true, -1
	rows, err := table.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	tested := 0
	for _, row := range rows[1:] {
		cell := func(name string) string { return row[slices.Index(rows[0], name)] }
		number := func(name string) uint64 {
			n, err := strconv.ParseUint(cell(name), 10, 64)
			if err != nil {
				t.Fatalf("%s: %s: %v", row[0], name, err)
			}
			return n
		}
		name, format := cell("file"), cell("format")
		path := filepath.Join(folder, filepath.FromSlash(name))
		if line, ok := refused[name]; ok {
			tested++
			t.Run(name, func(t *testing.T) { checkRefused(t, path, line) })
			continue
		}
		if !slices.Contains([]string{"el", "str", "csv1", "skip1", "mtx"}, format) {
			continue
		}
		tested++
		t.Run(name, func(t *testing.T) {
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
	if tested < 100 {
		t.Errorf("only %d rows tested", tested)
	}
}

// checkRow compares a graph with its row in the manifest.
func checkRow(t *testing.T, src graph.Source, format string, number func(string) uint64) {
	t.Helper()
	c, err := graph.Clean(context.Background(), src, graph.Options{})
	if err != nil {
		t.Fatal(err)
	}
	report, info := c.Report(), src.Info()
	banner := info.Recognised == "banner"
	if (format == "mtx" && !strings.HasPrefix(info.Recognised, "first line")) != banner {
		t.Errorf("recognised by %s", info.Recognised)
	}
	// The manifest counts the ids seen; a matrix declares its vertices.
	n := uint64(c.Vertices())
	if banner {
		edges, _, err := read(src, 2)
		if err != nil {
			t.Fatal(err)
		}
		seen := make(map[string]bool)
		for _, e := range edges {
			seen[e[0]], seen[e[1]] = true, true
		}
		if info.Vertices != int64(n) || n < uint64(len(seen)) {
			t.Errorf("%d vertices of %d declared, %d seen", n, info.Vertices, len(seen))
		}
		n = uint64(len(seen))
	}
	if n != number("n") {
		t.Errorf("%d vertices, want %d", n, number("n"))
	}
	if c.Edges() != number("m") {
		t.Errorf("%d edges, want %d", c.Edges(), number("m"))
	}
	if report.Records != number("data_lines") {
		t.Errorf("%d records, want %d", report.Records, number("data_lines"))
	}
	if report.Loops != number("self_loops") {
		t.Errorf("%d loops, want %d", report.Loops, number("self_loops"))
	}
	if merged := report.Duplicates + report.Reciprocal; merged != number("dup_lines") {
		t.Errorf("%d records merged, want %d", merged, number("dup_lines"))
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
	src, err := Open(filepath.Join(dataFolder(t), "odd", "johnson8-4-4.edgelist"), Options{Format: "edgelist"})
	if err != nil {
		t.Fatal(err)
	}
	defer closeAll(t, src)
	c, err := graph.Clean(context.Background(), src, graph.Options{})
	if err != nil || c.Vertices() != 70 || c.Edges() != 1855 {
		t.Errorf("%d vertices, %d edges, %v", c.Vertices(), c.Edges(), err)
	}
}
