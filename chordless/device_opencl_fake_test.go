package chordless

import (
	"cmp"
	"context"
	"errors"
	"testing"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/internal/generator"
	"github.com/tricycle-graph/tricycle/internal/opencl"
	"github.com/tricycle-graph/tricycle/internal/opencl/fakecl"
)

// TestEveryCallOfOpenCLFails has each call fail in turn. The kernels of the fake do nothing, so
// that no cycle is found.
func TestEveryCallOfOpenCLFails(t *testing.T) {
	defer func() { openCL = opencl.Open }()
	g := generated(t, generator.CompleteBipartite{Left: 3, Right: 3})
	ask := func(fake *fakecl.Driver, lists bool) (err error) {
		openCL = func() (*opencl.Driver, error) { return opencl.New(fake.Table()) }
		opt := Options{Engine: opencl.Engine, Devices: device.New(1 << 16), Unreduced: true, Threads: 2}
		defer func() { err = cmp.Or(err, opt.Devices.Close()) }()
		if !lists {
			_, err := Count(context.Background(), g, opt)
			return err
		}
		for _, err := range All(context.Background(), g, opt) {
			return err
		}
		return nil
	}
	for _, lists := range []bool{false, true} {
		whole := fakecl.New(0, 0)
		if err := ask(whole, lists); err != nil || len(whole.Faults()) > 0 {
			t.Fatal(err, whole.Faults())
		}
		for k := 1; k <= whole.Calls; k++ {
			fake := fakecl.New(k, -36)
			err := ask(fake, lists)
			var failed *opencl.Error
			if !errors.As(err, &failed) || failed.Call != fake.Failed || len(fake.Faults()) > 0 {
				t.Errorf("listed %t: %s failed: %v, %v", lists, fake.Failed, err, fake.Faults())
			}
		}
	}
}
