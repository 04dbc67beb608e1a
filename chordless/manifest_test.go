package chordless

import (
	"context"
	"errors"
	"math/big"
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
	onOpenCL := Options{Engine: opencl.Engine, OpenCL: "0", Method: Levels, Unreduced: true}
	tested := 0
	for _, entry := range realdata.Manifest(t) {
		name, holes, triangles := entry.Name, entry.Cell("chordless_ge4"), entry.Cell("triangles")
		if holes == "" || testing.Short() && len(holes) > 4 {
			continue
		}
		tested++
		t.Run(name, func(t *testing.T) {
			g := readGraph(t, entry.Path)
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
