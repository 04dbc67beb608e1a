package gpu_test

import (
	"cmp"
	"context"
	"errors"
	"testing"

	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/fakecuda"
)

// onDemand returns the first device of a fake driver.
func onDemand(driver *fakecuda.Driver, limit int64) *gpu.OnDemand {
	return gpu.NewOnDemand(driver.Load, 0, limit)
}

func TestOnDemandOpensOnce(t *testing.T) {
	driver := fakecuda.New(hopper)
	o := onDemand(driver, 1<<20)
	if calls := driver.Calls(); calls != 0 {
		t.Errorf("%d calls before the device is wanted", calls)
	}
	o.Start()
	first := must(o.Device(t.Context()))(t)
	if second := must(o.Device(t.Context()))(t); first != second || first.Limit() != 1<<20 || o.Limit() != 1<<20 {
		t.Errorf("devices %p and %p with limits %d and %d", first, second, first.Limit(), o.Limit())
	}
	if err := cmp.Or(o.Close(), o.Close()); err != nil {
		t.Error(err)
	}
	if _, err := first.FreeMemory(); err == nil {
		t.Error("the device is open after Close")
	}
	if faults := driver.Faults(); len(faults) > 0 {
		t.Error(faults)
	}
}

func TestOnDemandNobodyWants(t *testing.T) {
	driver := fakecuda.New(hopper)
	o := onDemand(driver, 0)
	if err := o.Close(); err != nil || driver.Calls() != 0 {
		t.Errorf("%v, %d calls", err, driver.Calls())
	}
	if device, err := o.Device(t.Context()); err == nil {
		t.Errorf("%v after Close", device)
	}
}

func TestOnDemandWithoutDevice(t *testing.T) {
	o := onDemand(fakecuda.New(), 0)
	for range 2 {
		if _, err := o.Device(t.Context()); !errors.Is(err, gpu.ErrNoDevice) {
			t.Errorf("got %v", err)
		}
	}
	if err := o.Close(); err != nil {
		t.Error(err)
	}
}

// A driver that takes its time does not keep those waiting who were told to
// end.
func TestOnDemandEnds(t *testing.T) {
	answer := make(chan struct{})
	o := gpu.NewOnDemand(func() (*gpu.Driver, error) {
		<-answer
		return nil, gpu.ErrNoDriver
	}, 0, 0)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := o.Device(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	close(answer)
	if err := o.Close(); err != nil {
		t.Error(err)
	}
}
