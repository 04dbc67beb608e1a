package tricycle_test

import (
	"errors"
	"testing"

	"github.com/tricycle-graph/tricycle"
	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/fakecuda"
)

// Where there is no GPU, an engine means the same for triangles and for cycles.
func TestEngine(t *testing.T) {
	var edges []graph.Edge // of a cube, which no reduction counts on the spot
	for v := range uint32(8) {
		edges = append(edges, graph.Edge{U: v, V: v ^ 1}, graph.Edge{U: v, V: v ^ 2}, graph.Edge{U: v, V: v ^ 4})
	}
	g, err := tricycle.NewGraph(t.Context(), edges, tricycle.Options{})
	if err != nil {
		t.Fatal(err)
	}
	none := (*device.Group)(gpu.NewGroup(fakecuda.New().Load, 0))
	defer none.Close()
	for engine, fails := range map[device.Engine]bool{"": false, device.Auto: false, device.CPU: false, device.CUDA: true} {
		opt := tricycle.Options{Engine: engine, Devices: none}
		_, err := tricycle.CountGraph(t.Context(), g, opt)
		if errors.Is(err, device.ErrNone) != fails || !fails && err != nil {
			t.Errorf("triangles with engine %q: %v", engine, err)
		}
		_, err = tricycle.CountCycles(t.Context(), g, opt)
		if errors.Is(err, device.ErrNone) != fails || !fails && err != nil {
			t.Errorf("cycles with engine %q: %v", engine, err)
		}
	}
	for _, err := range tricycle.Cycles(t.Context(), g, tricycle.Options{Engine: "abacus"}) {
		if err == nil {
			t.Error("an engine that there is not")
		}
	}
}

// ReadGraph and NewGraph heed the options that all calls share.
func TestGraphOptions(t *testing.T) {
	for name, call := range map[string]func(opt tricycle.Options) error{
		"ReadGraph": func(opt tricycle.Options) error {
			_, err := tricycle.ReadGraph(t.Context(), "examples/karate.mtx", opt)
			return err
		},
		"NewGraph": func(opt tricycle.Options) error {
			_, err := tricycle.NewGraph(t.Context(), []graph.Edge{{U: 0, V: 1}}, opt)
			return err
		},
	} {
		var meter graph.Meter
		if err := call(tricycle.Options{Threads: 1, Meter: &meter}); err != nil {
			t.Fatal(err)
		}
		if phase, _, _ := meter.Snapshot(); phase == "" {
			t.Errorf("%s: the meter saw nothing", name)
		}
		if err := call(tricycle.Options{Memory: 1}); !errors.As(err, new(*graph.MemoryError)) {
			t.Errorf("%s within a byte: %v", name, err)
		}
	}
}
