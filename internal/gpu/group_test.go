package gpu_test

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/cuda"
	"github.com/tricycle-graph/tricycle/internal/gpu/fakecuda"
)

func group(driver *fakecuda.Driver, ordinals ...int) *gpu.Group {
	return gpu.NewGroup(driver.Load, 1<<20, ordinals...)
}

func TestGroupOpensItsDevices(t *testing.T) {
	old := fakecuda.Device{Name: "old", Major: 6, Memory: 1 << 30}
	for _, x := range []struct {
		devices, ordinals, want []int
	}{
		{[]int{1, 1, 1}, nil, []int{0, 1, 2}},
		{[]int{1, 0, 1}, nil, []int{0, 2}},
		{[]int{1, 1, 1}, []int{2, 0}, []int{2, 0}},
		{[]int{1, 0, 1}, []int{1, 2}, nil},
		{[]int{1}, []int{0, 1}, nil},
		{[]int{0, 0}, nil, nil},
		{nil, nil, nil},
	} {
		var all []fakecuda.Device
		for _, good := range x.devices {
			all = append(all, []fakecuda.Device{old, hopper}[good])
		}
		driver := fakecuda.New(all...)
		g := group(driver, x.ordinals...)
		if g.IsOpened() {
			t.Error("devices are open that nobody asked for")
		}
		g.Start()
		devices, err := g.Devices(t.Context())
		if g.IsOpened() != (err == nil) {
			t.Errorf("opened: %v, %v", g.IsOpened(), err)
		}
		var got []int
		for _, d := range devices {
			got = append(got, d.Info().Ordinal)
			if d.Limit() != 1<<20 || g.Limit() != 1<<20 {
				t.Errorf("limits %d, %d", d.Limit(), g.Limit())
			}
		}
		if !slices.Equal(got, x.want) || (err == nil) != (x.want != nil) || err != nil && !errors.Is(err, gpu.ErrNoDevice) {
			t.Errorf("%v of %v: opened %v, %v", x.ordinals, x.devices, got, err)
		}
		if err := cmp.Or(g.Close(), g.Close()); err != nil || len(driver.Faults()) > 0 {
			t.Error(err, driver.Faults())
		}
	}
}

// Where the first device cannot be opened there is none, and nothing can be done on another one.
func TestGroupGivesEverythingBack(t *testing.T) {
	whole := fakecuda.New(hopper, hopper)
	g := group(whole)
	for _, dev := range must(g.Devices(t.Context()))(t) {
		must(dev.FreeMemory())(t)
	}
	for k := 1; k <= whole.Calls(); k++ {
		driver := fakecuda.New(hopper, hopper)
		driver.FailAt(k, cuda.LaunchFailed)
		g := group(driver)
		devices, err := g.Devices(t.Context())
		if (err == nil) != (devices != nil) {
			t.Errorf("call %d: %d devices, %v", k, len(devices), err)
		}
		for _, dev := range devices {
			_, failed := dev.FreeMemory()
			err = cmp.Or(err, failed)
		}
		if err == nil {
			t.Errorf("call %d: no error", k)
		}
		if err := g.Close(); err != nil || len(driver.Faults()) > 0 {
			t.Errorf("call %d: %v, %v", k, err, driver.Faults())
		}
	}
	if err := g.Close(); err != nil {
		t.Error(err)
	}
}

func TestGroupOpensOnce(t *testing.T) {
	driver := fakecuda.New(hopper)
	g := group(driver, 0)
	if calls := driver.Calls(); calls != 0 {
		t.Errorf("%d calls before the device is wanted", calls)
	}
	g.Start()
	first := must(g.First(t.Context()))(t)
	if second := must(g.First(t.Context()))(t); first != second {
		t.Errorf("devices %p and %p", first, second)
	}
	if err := g.Close(); err != nil {
		t.Error(err)
	}
	if _, err := first.FreeMemory(); err == nil {
		t.Error("the device is open after Close")
	}
}

func TestGroupOrFirst(t *testing.T) {
	chosen := group(fakecuda.New(hopper))
	same, giveBack := chosen.OrFirst()
	if err := giveBack(); err != nil || same != chosen {
		t.Errorf("got %p for %p, %v", same, chosen, err)
	}
	if _, err := chosen.First(t.Context()); err != nil {
		t.Error("a chosen device was closed:", err)
	}
	var none *gpu.Group
	one, giveBack := none.OrFirst()
	if err := giveBack(); err != nil || one == nil || none.Limit() != 0 {
		t.Error(one, err)
	}
	if _, err := one.First(t.Context()); err == nil {
		t.Error("the device of a call is left open")
	}
	if err := chosen.Close(); err != nil {
		t.Error(err)
	}
}

func TestGroupNobodyWants(t *testing.T) {
	driver := fakecuda.New(hopper)
	g := group(driver)
	if err := g.Close(); err != nil || driver.Calls() != 0 {
		t.Errorf("%v, %d calls", err, driver.Calls())
	}
	if _, err := g.Devices(t.Context()); err == nil {
		t.Error("devices after Close")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	answer := make(chan struct{})
	slow := gpu.NewGroup(func() (*gpu.Driver, error) {
		<-answer
		return nil, gpu.ErrNoDriver
	}, 0)
	if _, err := slow.Devices(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	close(answer)
	if err := slow.Close(); err != nil {
		t.Error(err)
	}
}

// TestGroupBroken: devices that cannot be opened, or are lost, are of no more use.
func TestGroupBroken(t *testing.T) {
	driver := fakecuda.New(hopper)
	g := group(driver)
	if g.Broken() {
		t.Error("broken before it is wanted")
	}
	if _, err := g.Devices(t.Context()); err != nil || g.Broken() {
		t.Errorf("broken: %v, %v", g.Broken(), err)
	}
	driver.FailFrom(driver.Calls()+1, cuda.IllegalAddress)
	if !g.Broken() {
		t.Error("a lost device is not broken")
	}
	_ = g.Close() // which fails as the device does
	missing := group(fakecuda.New(hopper), 7)
	if _, err := missing.Devices(t.Context()); err == nil || !missing.Broken() {
		t.Errorf("broken: %v, %v", missing.Broken(), err)
	}
}
