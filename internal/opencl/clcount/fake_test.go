package clcount

import (
	"context"
	"errors"
	"math"
	"testing"

	"github.com/tricycle-graph/tricycle/internal/cpucount"
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/graphtest"
	"github.com/tricycle-graph/tricycle/internal/opencl"
	"github.com/tricycle-graph/tricycle/internal/opencl/fakecl"
)

// questions are what is asked of a device.
var questions = map[string]func(*opencl.Device, cpucount.Method) error{
	"count": func(dev *opencl.Device, method cpucount.Method) error {
		_, err := Count(context.Background(), dev, graphtest.Complete(50), method, nil)
		return err
	},
	"rows": func(dev *opencl.Device, method cpucount.Method) error {
		_, _, err := Rows(context.Background(), dev, graphtest.Complete(50), method, nil)
		return err
	},
	"support": func(dev *opencl.Device, method cpucount.Method) error {
		_, _, err := Support(context.Background(), dev, graphtest.Complete(50), method, nil)
		return err
	},
}

// askOn asks twice, of a device that a group keeps open.
func askOn(fake *fakecl.Driver, limit int64, ask func(*opencl.Device) error) (err error) {
	driver, err := opencl.New(fake.Table())
	if err != nil {
		return err
	}
	info, err := driver.Choose(-1)
	if err != nil {
		return err
	}
	group := gpu.NewGroup(nil, limit)
	defer func() {
		if closed := group.Close(); err == nil {
			err = closed
		}
	}()
	for range 2 {
		if err := driver.With(group, info, ask); err != nil {
			return err
		}
	}
	return nil
}

// TestEveryCallFails: whichever call fails, alone or from then on, the error is that call's, and
// everything is given back.
func TestEveryCallFails(t *testing.T) {
	for name, question := range questions {
		for _, method := range Methods[1:] {
			failEach(t, name, func(dev *opencl.Device) error { return question(dev, method) })
			mostEntries = 700 // of 1,225
			failEach(t, name+" in parts", func(dev *opencl.Device) error { return question(dev, method) })
			mostEntries = math.MaxInt64
		}
	}
}

func failEach(t *testing.T, name string, ask func(*opencl.Device) error) {
	t.Helper()
	whole := fakecl.New(0, 0)
	if err := askOn(whole, 0, ask); err != nil || len(whole.Faults()) > 0 || whole.Called["clCreateContext"] != 1 || whole.Called["clBuildProgram"] != 1 {
		t.Fatal(err, whole.Faults(), whole.Called)
	}
	for k := 1; k <= whole.Calls; k++ {
		for _, result := range []opencl.Result{-4, -36, -12345} {
			for _, fake := range []*fakecl.Driver{fakecl.New(k, result), fakecl.NewLost(k, result)} {
				err := askOn(fake, 0, ask)
				var failed *opencl.Error
				if !errors.As(err, &failed) || failed.Call != fake.Failed || failed.Code != result {
					t.Errorf("%s: %s failed with %d: %v", name, fake.Failed, result, err)
				}
				if faults := fake.Faults(); len(faults) > 0 {
					t.Errorf("%s: %s failed with %d: %v", name, fake.Failed, result, faults)
				}
			}
		}
	}
}

// TestLimit: what does not fit the limit is not allocated.
func TestLimit(t *testing.T) {
	for name, question := range questions {
		fake := fakecl.New(0, 0)
		err := askOn(fake, 900, func(dev *opencl.Device) error { return question(dev, cpucount.Merge) })
		if !errors.Is(err, gpu.ErrOutOfMemory) || !errors.As(err, new(*gpu.LimitError)) || len(fake.Faults()) > 0 {
			t.Error(name, err, fake.Faults())
		}
	}
}

// TestStops: where the context has ended, nothing is counted.
func TestStops(t *testing.T) {
	why := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(why)
	err := askOn(fakecl.New(0, 0), 0, func(dev *opencl.Device) error {
		_, err := Count(ctx, dev, graphtest.Complete(50), cpucount.Merge, nil)
		return err
	})
	if !errors.Is(err, why) {
		t.Error(err)
	}
}

// TestNoWarnings: compilers have nothing to say of the sources.
func TestNoWarnings(t *testing.T) {
	for name, question := range questions {
		t.Run(name, func(t *testing.T) {
			fake := fakecl.New(0, 0)
			if err := askOn(fake, 0, func(dev *opencl.Device) error { return question(dev, cpucount.Merge) }); err != nil {
				t.Fatal(err)
			}
			fake.Warnings(t)
		})
	}
}
