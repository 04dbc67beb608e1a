package gpucount

import (
	"context"
	"errors"
	"testing"

	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/fakecuda"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpugraph"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpurun"
	"github.com/tricycle-graph/tricycle/internal/graphtest"
)

// TestSpareMemoryIsUsedByOneRun lends the spare memory of lists to a run, which gives it back
// where all went well, and to nobody else before or after an error.
func TestSpareMemoryIsUsedByOneRun(t *testing.T) {
	driver := fakecuda.New(fakecuda.Hopper)
	device, err := driver.Open(0)
	if err != nil {
		t.Fatal(err)
	}
	lists, err := gpugraph.Upload(t.Context(), device, graphtest.Complete(20), gpugraph.Options{})
	if err != nil {
		t.Fatal(err)
	}
	owner := gpurun.New(device)
	lists.Spare = []gpu.Array[uint64]{gpurun.Array[uint64](owner, 1000)}
	before, _ := device.Used()
	for _, failed := range []error{nil, errors.New("stopped")} {
		r := newDeviceRun(device, lists)
		if r.Err != nil || len(lists.Spare) != 0 {
			t.Errorf("spare memory is there for another run (%v)", r.Err)
		}
		if now, _ := device.Used(); now != before {
			t.Errorf("the run allocated %d bytes beside the spare memory", now-before)
		}
		r.Fail(failed)
		if err := r.Close(); err != nil {
			t.Error(err)
		}
		if given := len(lists.Spare) == 1; given != (failed == nil) {
			t.Errorf("spare memory was given back: %t, after the error %v", given, failed)
		}
	}
	for _, close := range []func() error{owner.Close, lists.Close, device.Close} {
		if err := close(); err != nil {
			t.Error(err)
		}
	}
	for _, fault := range driver.Faults() {
		t.Error(fault)
	}
}

// TestCountEndsWithItsContext ends the context while kernels run.
func TestCountEndsWithItsContext(t *testing.T) {
	driver := fakecuda.New(fakecuda.Hopper)
	device, err := driver.Open(0)
	if err != nil {
		t.Fatal(err)
	}
	stopped := errors.New("stopped")
	ctx, stop := context.WithCancelCause(t.Context())
	r := newDeviceRun(device, nil)
	if _, _, err := r.count(ctx, func() { stop(stopped) }); !errors.Is(err, stopped) {
		t.Error(err)
	}
	if err := errors.Join(r.Close(), device.Close()); err != nil {
		t.Error(err)
	}
	for _, fault := range driver.Faults() {
		t.Error(fault)
	}
}
