package tricycle_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/tricycle-graph/tricycle"
	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/internal/gpu/gputest"
)

// TestInterpretedFiles asks of files what a GPU answers, by kernels that are interpreted, and
// compares with the CPU.
func TestInterpretedFiles(t *testing.T) {
	untidy := filepath.Join(t.TempDir(), "untidy.txt")
	if err := os.WriteFile(untidy, []byte("7 7\n1 2\n2 1\n2 3\n3 1\n900 3\n3 900\n900 4\n4 1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	on := tricycle.Options{Engine: device.CUDA, Devices: (*device.Group)(gputest.Group(t, 32<<20, 1))}
	for _, path := range []string{untidy, "examples/karate.mtx"} {
		want := answersOf(t, path, tricycle.Options{Engine: device.CPU})
		if got := answersOf(t, path, on); got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", path, got, want)
		}
	}
}

// answersOf are the triangles and the chordless cycles of a file, as text.
func answersOf(t *testing.T, path string, opt tricycle.Options) string {
	t.Helper()
	counted, err := tricycle.CountFile(t.Context(), path, opt)
	if err != nil {
		t.Fatal(err)
	}
	if counted.Engine != opt.Engine {
		t.Errorf("%s: counted on %s", path, counted.Engine)
	}
	g, err := tricycle.ReadGraph(t.Context(), path, opt)
	if err != nil {
		t.Fatal(err)
	}
	holes, err := tricycle.CountCycles(t.Context(), g, opt)
	if err != nil {
		t.Fatal(err)
	}
	var cycles []string
	for cycle, err := range tricycle.Cycles(t.Context(), g, opt) {
		if err != nil {
			t.Fatal(err)
		}
		cycles = append(cycles, fmt.Sprint(cycle))
	}
	slices.Sort(cycles)
	return fmt.Sprint(counted.Triangles, counted.Vertices, counted.Edges, counted.Wedges, counted.Cleaning, holes.Chordless, holes.Triangles, cycles)
}
