package clcount

import (
	"cmp"
	"context"
	"errors"
	"testing"

	"github.com/tricycle-graph/tricycle/internal/cpucount"
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/graphtest"
	"github.com/tricycle-graph/tricycle/internal/opencl"
	"github.com/tricycle-graph/tricycle/internal/opencl/fakecl"
)

func countOn(fake *fakecl.Driver, limit int64, method cpucount.Method) (err error) {
	driver, err := opencl.New(fake.Table())
	if err != nil {
		return err
	}
	info, err := driver.Choose(-1)
	if err != nil {
		return err
	}
	dev, err := driver.Open(info, limit)
	if err != nil {
		return err
	}
	defer func() { err = cmp.Or(err, dev.Close()) }()
	_, err = Count(context.Background(), dev, graphtest.Complete(50), method, nil)
	return err
}

// TestEveryCallFails: whichever call fails, the error is that call's, and everything is given
// back.
func TestEveryCallFails(t *testing.T) {
	for _, method := range Methods {
		whole := fakecl.New(0, 0)
		if err := countOn(whole, 0, method); err != nil || len(whole.Faults()) > 0 {
			t.Fatal(err, whole.Faults())
		}
		for k := 1; k <= whole.Calls; k++ {
			for _, result := range []opencl.Result{-4, -11, -36, -12345} {
				fake := fakecl.New(k, result)
				err := countOn(fake, 0, method)
				var failed *opencl.Error
				if !errors.As(err, &failed) || failed.Call != fake.Failed || failed.Code != result {
					t.Errorf("%s by %s failed with %d: %v", fake.Failed, method, result, err)
				}
				if faults := fake.Faults(); len(faults) > 0 {
					t.Errorf("%s by %s failed with %d: %v", fake.Failed, method, result, faults)
				}
			}
		}
	}
}

// TestLimit: what does not fit the limit is not allocated.
func TestLimit(t *testing.T) {
	fake := fakecl.New(0, 0)
	err := countOn(fake, 1000, cpucount.Merge)
	if !errors.Is(err, gpu.ErrOutOfMemory) || !errors.As(err, new(*gpu.LimitError)) || len(fake.Faults()) > 0 {
		t.Error(err, fake.Faults())
	}
}

// TestStops: where the context has ended, nothing is counted.
func TestStops(t *testing.T) {
	driver, err := opencl.New(fakecl.New(0, 0).Table())
	if err != nil {
		t.Fatal(err)
	}
	dev, err := driver.Open(driver.Devices()[0], 0)
	if err != nil {
		t.Fatal(err)
	}
	why := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(why)
	if _, err := Count(ctx, dev, graphtest.Complete(50), cpucount.Merge, nil); !errors.Is(err, why) {
		t.Error(err)
	}
	if err := dev.Close(); !errors.Is(err, why) {
		t.Error(err)
	}
}
