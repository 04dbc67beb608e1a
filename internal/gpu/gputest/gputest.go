// Package gputest is for tests that need a GPU, or one that is interpreted.
package gputest

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/fakecuda"
)

// Open opens the first GPU of the machine until the test ends, with a limit of
// bytes to allocate or 0 for none. It skips the test where there is no GPU.
func Open(t testing.TB, limit int64) *gpu.Device {
	t.Helper()
	driver, err := gpu.Open()
	if err != nil {
		t.Skipf("needs a GPU: %v", err)
	}
	device, err := driver.OpenDevice(0, limit)
	if err != nil {
		t.Skipf("needs a GPU: %v", err)
	}
	t.Cleanup(func() {
		if err := device.Close(); err != nil {
			t.Error(err)
		}
	})
	return device
}

// Interpret opens a small device whose kernels are interpreted (package ptx),
// until the test ends. It runs everywhere, and slowly.
func Interpret(t testing.TB, limit int64) *gpu.Device {
	t.Helper()
	device, err := Interpreter(t, 1).Open(limit)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := device.Close(); err != nil {
			t.Error(err)
		}
	})
	return device
}

// Running is [fakecuda.Running], and one time of two a device whose streams go on by chance.
func Running(t testing.TB) fakecuda.Device {
	device := fakecuda.Running
	if rand.IntN(2) == 0 {
		device.Stir = rand.Uint64() | 1
		t.Logf("streams go on by the seed %d", device.Stir)
	}
	return device
}

// Interpreter is a driver with several such devices, for what opens them itself. What
// a test does wrong with them, or a kernel, it fails for when it ends.
func Interpreter(t testing.TB, devices int) *fakecuda.Driver {
	t.Helper()
	driver := fakecuda.New(slices.Repeat([]fakecuda.Device{Running(t)}, devices)...)
	t.Cleanup(func() {
		for _, fault := range driver.Faults() {
			t.Error(fault)
		}
	})
	return driver
}

// Group is a group of such devices, which close when the test ends.
func Group(t testing.TB, limit int64, devices int) *gpu.Group {
	t.Helper()
	var ordinals []int
	for ordinal := range devices {
		ordinals = append(ordinals, ordinal)
	}
	group := gpu.NewGroup(Interpreter(t, devices).Load, limit, ordinals...)
	t.Cleanup(func() {
		if err := group.Close(); err != nil {
			t.Error(err)
		}
	})
	return group
}
