package gpu_test

import (
	"cmp"
	"fmt"
	"slices"
	"testing"

	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/cuda"
	"github.com/tricycle-graph/tricycle/internal/gpu/fakecuda"
)

// across sends numbers to the first of two devices, from there to the second, and back to the host.
// way is whether the second reaches the first.
func across(t *testing.T, driver *fakecuda.Driver, way bool) (err error) {
	machine, err := driver.Load()
	if err != nil {
		return err
	}
	numbers, back := []uint32{3, 1, 4, 1, 5, 9, 2, 6}, make([]uint32, 8)
	var devices [2]*gpu.Device
	var streams [2]*gpu.Stream
	var arrays [2]gpu.Array[uint32]
	for i := range devices {
		dev, failed := machine.OpenDevice(i, 0)
		if failed != nil {
			return failed
		}
		defer func() { err = cmp.Or(err, dev.Close()) }()
		devices[i] = dev
		if streams[i], err = dev.NewStream(); err != nil {
			return err
		}
		buffer, failed := dev.Alloc(4 * int64(len(numbers)))
		if failed != nil {
			return failed
		}
		arrays[i] = gpu.View[uint32](buffer, 0, len(numbers))
	}
	for range 2 {
		if reached, err := devices[1].Reach(devices[0]); err != nil || reached != way {
			return cmp.Or(err, fmt.Errorf("a way: %v, want %v", reached, way))
		}
	}
	err = cmp.Or(gpu.Write(streams[0], arrays[0], numbers), gpu.CopyAcross(streams[1], arrays[1], arrays[0]),
		gpu.CopyAcross(streams[1], arrays[1].Slice(2, 2), arrays[0].Slice(3, 3)), gpu.Read(streams[1], back, arrays[1]))
	if err == nil && !slices.Equal(back, numbers) {
		t.Errorf("%v came back as %v", numbers, back)
	}
	return err
}

// TestCopyAcross copies between devices that reach each other, and between such that do not.
func TestCopyAcross(t *testing.T) {
	alone := hopper
	alone.Alone = true
	fakecuda.EveryCallFails(t, func(driver *fakecuda.Driver) error { return across(t, driver, true) }, hopper, hopper)
	fakecuda.EveryCallFails(t, func(driver *fakecuda.Driver) error { return across(t, driver, false) }, hopper, alone)
	lost := fakecuda.New(hopper, hopper)
	lost.Lose(1, 1, cuda.LaunchFailed)
	if err := across(t, lost, true); err == nil || len(lost.Faults()) > 0 {
		t.Errorf("a lost device copied, or left %v", lost.Faults())
	}
}
