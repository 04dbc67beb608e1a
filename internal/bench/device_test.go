package bench

import (
	"cmp"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/graphio"
	"github.com/tricycle-graph/tricycle/internal/cpucount"
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/fakecuda"
	"github.com/tricycle-graph/tricycle/triangle"
)

// TestFailingGPU has each driver call of a benchmark fail. The fake
// driver computes nothing, so there is nothing to count.
func TestFailingGPU(t *testing.T) {
	file := filepath.Join(t.TempDir(), "empty.mtx")
	if err := os.WriteFile(file, []byte("%%MatrixMarket matrix coordinate pattern symmetric\n5 5 0\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	src, err := graphio.Open(file, graphio.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	wish := &Methods{
		By:      By{Threads: 1, Repeat: 1},
		Engines: []device.Engine{device.CUDA, device.CPU},
		Methods: []triangle.Method{cpucount.Merge, cpucount.Shared},
		Orders:  []graph.Order{graph.OrderDegree, graph.OrderDegeneracy},
	}
	if testing.Short() {
		wish.Orders = wish.Orders[1:]
	}
	fakecuda.EveryCallFails(t, func(driver *fakecuda.Driver) (err error) {
		gpus := (*device.Group)(gpu.NewGroup(driver.Load, 0, 0))
		defer func() { err = cmp.Or(err, gpus.Close()) }()
		wish.Devices = gpus
		m, err := wish.Measure(t.Context(), src, nil)
		if err != nil {
			return err
		}
		var text strings.Builder
		if err := m.Print(&text); err != nil {
			return err
		}
		for _, want := range []string{"vertices     5\n", "device       Fake H\n", "cuda  degeneracy  shared", "cpu  degeneracy   merge"} {
			if !strings.Contains(text.String(), want) {
				t.Errorf("no %q in\n%s", want, text.String())
			}
		}
		if strings.Contains(text.String(), "cpu  degeneracy  shared") {
			t.Errorf("the CPU has no such method\n%s", text.String())
		}
		return nil
	}, fakecuda.Device{Name: "Fake H", Major: 9, Memory: 1 << 30})
}
