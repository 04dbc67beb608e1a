package truss

import (
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/graphio"
	"github.com/tricycle-graph/tricycle/internal/cpucount"
	"github.com/tricycle-graph/tricycle/internal/graphtest"
	"github.com/tricycle-graph/tricycle/internal/realdata"
)

// TestRealGraphs compares with what an independent program found.
func TestRealGraphs(t *testing.T) {
	folder := realdata.Folder(t)
	file, err := os.Open(filepath.Join(folder, "EXPECTED_local.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	table := csv.NewReader(file)
	table.Comma, table.Comment, table.LazyQuotes = '\t', '#', true
	rows, err := table.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows[1:] {
		cell := func(name string) string { return row[slices.Index(rows[0], name)] }
		t.Run(row[0], func(t *testing.T) {
			if testing.Short() && len(cell("m")) > 5 {
				t.Skip("a large one")
			}
			src, err := graphio.Open(filepath.Join(folder, filepath.FromSlash(row[0])), graphio.Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = src.Close() }()
			o, _ := graphtest.ListsOf(t, src, graph.OrderDegree)
			trussness, err := cpucount.Support(t.Context(), o, cpucount.Auto, cpucount.Params{})
			if err != nil {
				t.Fatal(err)
			}
			if err := Decompose(t.Context(), o, trussness, Params{}); err != nil {
				t.Fatal(err)
			}
			sum := uint64(0)
			for _, k := range trussness {
				sum += uint64(k)
			}
			last := Size{K: 2}
			sizes, err := sizesOf(t, o, trussness)
			if err != nil {
				t.Fatal(err)
			}
			if len(sizes) > 0 {
				last = sizes[len(sizes)-1]
			}
			for what, got := range map[string]uint64{
				"max_trussness": uint64(last.K), "edges_max_truss": last.Edges,
				"vertices_max_truss": last.Vertices, "sum_trussness": sum,
			} {
				if fmt.Sprint(got) != cell(what) {
					t.Errorf("%s is %d, want %s", what, got, cell(what))
				}
			}
		})
	}
}
