package gpucount

import (
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/cpucount"
	"github.com/tricycle-graph/tricycle/internal/gpu/fakecuda"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpucount/kernels"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpugraph"
	"github.com/tricycle-graph/tricycle/internal/graphtest"
)

// TestOldDevicesLoadWhatTheyTake has the oldest device there are kernels for load all that is
// loaded while a source is read, and count by every method, dense graphs too: the fake driver
// refuses modules for later ones.
func TestOldDevicesLoadWhatTheyTake(t *testing.T) {
	driver := fakecuda.New(fakecuda.Turing)
	device, err := driver.Open(0)
	if err != nil {
		t.Fatal(err)
	}
	src := &graphtest.Source{Edges: []graph.Edge{{U: 0, V: 1}, {U: 1, V: 2}}}
	cleaned, err := gpugraph.Ingest(t.Context(), device, src, gpugraph.Options{Ahead: func() error {
		return LoadAhead(device, cpucount.Auto, graph.Known(aheadRecords))
	}})
	if err != nil {
		t.Fatal(err)
	}
	if err := cleaned.Close(); err != nil {
		t.Error(err)
	}
	if err := device.Close(); err != nil {
		t.Error(err)
	}
	for _, method := range Methods() {
		if err := countOnFake(t, driver, graphtest.Complete(100), deviceVariant{method: method}); err != nil {
			t.Errorf("%s: %v", method, err)
		}
	}
	device, err = driver.Open(0)
	if err != nil {
		t.Fatal(err)
	}
	defer device.Close()
	if _, err := device.LoadModule(kernels.Product.Files, kernels.Product.Module); err == nil {
		t.Error("the driver took a module for a later device")
	}
}
