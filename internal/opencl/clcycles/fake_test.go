package clcycles

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/opencl"
	"github.com/tricycle-graph/tricycle/internal/opencl/fakecl"
)

// openOn opens the one device of a fake.
func openOn(fake *fakecl.Driver, limit int64) (*opencl.Device, error) {
	driver, err := opencl.New(fake.Table())
	if err != nil {
		return nil, err
	}
	return driver.Open(driver.Devices()[0], limit)
}

// searchOn takes every step once; kernels of the fake find nothing. widened says whether there
// was memory for the second widening.
func searchOn(fake *fakecl.Driver, limit int64) (widened bool, err error) {
	dev, err := openOn(fake, limit)
	if err != nil {
		return false, err
	}
	g := spread(rand.New(rand.NewPCG(5, 5)), 10, 80, .5, 2).graph(80, 80)
	l := New(dev, g, 0)
	l.List(10, 1)
	l.Widen(0, 0, 10)
	l.Widen(1, 0, 10)
	ctx := context.Background()
	l.Begin()
	l.Triplets(ctx, 0, g.size())
	widened = l.Widen(1, 5, 40)
	l.Extend(ctx, 1, 0, 5, 0)
	_, err = l.Fetch(0, 0, 4)
	if closed := dev.Close(); err == nil {
		err = closed
	}
	return widened, err
}

// TestEveryCallFails: whichever call fails, the error is that call's, and everything is given
// back. Where there is no memory for a larger stack, that is no error.
func TestEveryCallFails(t *testing.T) {
	whole := fakecl.New(0, 0)
	if _, err := searchOn(whole, 1<<20); err != nil || len(whole.Faults()) > 0 {
		t.Fatal(err, whole.Faults())
	}
	some := 0
	for k := 1; k <= whole.Calls; k++ {
		for _, result := range []opencl.Result{-4, -36} {
			fake := fakecl.New(k, result)
			widened, err := searchOn(fake, 1<<20)
			var failed *opencl.Error
			switch {
			case err == nil && !widened && result == -4:
				some++
			case !errors.As(err, &failed) || failed.Call != fake.Failed || failed.Code != result:
				t.Errorf("%s failed with %d: %v", fake.Failed, result, err)
			}
			if faults := fake.Faults(); len(faults) > 0 {
				t.Errorf("%s failed with %d: %v", fake.Failed, result, faults)
			}
		}
	}
	if some == 0 {
		t.Error("no stack that could not grow")
	}
}

// TestLimit: what does not fit the limit is not allocated.
func TestLimit(t *testing.T) {
	fake := fakecl.New(0, 0)
	_, err := searchOn(fake, 1000)
	if !errors.Is(err, gpu.ErrOutOfMemory) || !errors.As(err, new(*gpu.LimitError)) || len(fake.Faults()) > 0 {
		t.Error(err, fake.Faults())
	}
}

// TestStops: where the context has ended, nothing is searched.
func TestStops(t *testing.T) {
	fake := fakecl.New(0, 0)
	dev, err := openOn(fake, 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	why := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	l := New(dev, spread(rand.New(rand.NewPCG(5, 5)), 10, 80, .5, 1).graph(80, 80), 0)
	cancel(why)
	l.Triplets(ctx, 0, 80)
	if !errors.Is(l.Failed(), why) {
		t.Error(l.Failed())
	}
	if err := dev.Close(); !errors.Is(err, why) || len(fake.Faults()) > 0 {
		t.Error(err, fake.Faults())
	}
}

// TestNoWarnings: compilers have nothing to say of the sources.
func TestNoWarnings(t *testing.T) {
	fake := fakecl.New(0, 0)
	if _, err := searchOn(fake, 1<<20); err != nil {
		t.Fatal(err)
	}
	fake.Warnings(t)
}
