//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package graphio

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tricycle-graph/tricycle/chordless"
	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/triangle"
)

// Whatever is done with a mapped file that is cut, it ends in an InputError:
// nothing in between waits for ever, and nothing ends the process.
func TestTCSRCutWhileMapped(t *testing.T) {
	random := rand.New(rand.NewPCG(51, 52))
	const n = 400
	data := tcsrFile(t, randomGraph(t, random, n, graph.NumberLabels(numbersOf(random, n, 0))))
	folder := t.TempDir()
	for name, use := range map[string]func(ctx context.Context, src graph.Source, g *graph.Graph, threads int) error{
		"check": func(ctx context.Context, src graph.Source, _ *graph.Graph, threads int) error {
			_, err := src.(graph.Loader).Graph(ctx, threads)
			return err
		},
		"verify": func(ctx context.Context, src graph.Source, _ *graph.Graph, threads int) error {
			return src.(*tcsrSource).Verify(ctx, threads)
		},
		"read": func(ctx context.Context, src graph.Source, _ *graph.Graph, threads int) error {
			_, err := src.Read(ctx, threads, func(int, graph.Batch) error { return nil })
			return err
		},
		"triangles": func(ctx context.Context, _ graph.Source, g *graph.Graph, threads int) error {
			_, err := triangle.Count(ctx, g.Source(), triangle.Options{Engine: device.CPU, Threads: threads})
			return err
		},
		"cycles": func(ctx context.Context, _ graph.Source, g *graph.Graph, threads int) error {
			_, err := chordless.Count(ctx, g, chordless.Options{Engine: device.CPU, Threads: threads, MaxLength: 4, Unreduced: true})
			return err
		},
		"list": func(ctx context.Context, _ graph.Source, g *graph.Graph, threads int) error {
			opt := chordless.Options{Engine: device.CPU, Threads: threads, Unreduced: true}
			for _, err := range chordless.All(ctx, g, opt) {
				if err != nil {
					return err
				}
			}
			return nil
		},
	} {
		t.Run(name, func(t *testing.T) { cutWhile(t, folder, data, use) })
	}
	for _, suffix := range []string{".tcsr", ".sg", ".graph", ".mtx", ".gml", ".txt.gz", ".parquet"} {
		t.Run("write "+suffix, func(t *testing.T) {
			cutWhile(t, folder, data, func(ctx context.Context, _ graph.Source, g *graph.Graph, threads int) error {
				return writeGraph(ctx, filepath.Join(folder, "out"+suffix), g, graph.Options{Threads: threads})
			})
		})
	}
}

// cutWhile opens a file, cuts it behind its first pages and sees that use ends in
// an InputError for it. But for the check, the graph was checked before.
func cutWhile(t *testing.T, folder string, data []byte, use func(ctx context.Context, src graph.Source, g *graph.Graph, threads int) error) {
	for _, threads := range []int{1, 3} {
		path := filepath.Join(folder, "graph.tcsr")
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		src, err := Open(path, Options{})
		if err != nil {
			t.Fatal(err)
		}
		var g *graph.Graph
		if !strings.Contains(t.Name(), "/check") {
			g = loaded(t, src)
		}
		if err := os.Truncate(path, 16<<10); err != nil {
			t.Fatal(err)
		}
		var input *graph.InputError
		err = use(t.Context(), src, g, threads)
		if !errors.As(err, &input) || input.File != path {
			t.Errorf("%d threads: %v", threads, err)
		}
		if err := src.Close(); !errors.As(err, &input) || !strings.Contains(err.Error(), "changed") {
			t.Errorf("closed: %v", err)
		}
	}
}
