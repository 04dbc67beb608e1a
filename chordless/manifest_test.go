package chordless

import (
	"context"
	"encoding/csv"
	"errors"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/graphio"
	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/opencl"
	"github.com/tricycle-graph/tricycle/internal/realdata"
)

func readGraph(t *testing.T, path string) *graph.Graph {
	t.Helper()
	src, err := graphio.Open(path, graphio.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	g, err := lists.Graph(context.Background(), src, graph.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestManifest counts the real graphs of which the number of holes is known.
func TestManifest(t *testing.T) {
	folder := realdata.Folder(t)
	file, err := os.Open(filepath.Join(folder, "MANIFEST.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	table := csv.NewReader(file)
	table.Comma, table.Comment, table.LazyQuotes, table.FieldsPerRecord = '\t', '#', true, -1
	rows, err := table.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	column := func(name string) int { return slices.Index(rows[0], name) }
	onOpenCL := Options{Engine: opencl.Engine, OpenCL: "0", Method: Levels, Unreduced: true}
	tested := 0
	for _, row := range rows[1:] {
		name, holes, triangles := row[column("file")], row[column("chordless_ge4")], row[column("triangles")]
		if holes == "" || testing.Short() && len(holes) > 4 {
			continue
		}
		tested++
		t.Run(name, func(t *testing.T) {
			g := readGraph(t, filepath.Join(folder, filepath.FromSlash(name)))
			wishes := []Options{{Method: Auto}, {Method: DFS}}
			if strings.HasPrefix(name, "foodwebs/") {
				wishes = append(wishes, onOpenCL)
			}
			for _, opt := range wishes {
				r, err := Count(context.Background(), g, opt)
				if opt.Engine == opencl.Engine && errors.Is(err, device.ErrNone) {
					continue
				}
				if err != nil {
					t.Fatal(err)
				}
				if got := r.Chordless.String(); got != holes {
					t.Errorf("%s: %s holes, want %s", opt.Method, got, holes)
				}
				if got := new(big.Int).SetUint64(r.Triangles).String(); got != triangles {
					t.Errorf("%s: %s triangles, want %s", opt.Method, got, triangles)
				}
			}
		})
	}
	if tested < 20 {
		t.Errorf("only %d rows tested", tested)
	}
}
