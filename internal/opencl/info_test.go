package opencl

import (
	"errors"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/tricycle-graph/tricycle/internal/gpu"
)

// TestChoose: a CPU is used where it is named, and not otherwise.
func TestChoose(t *testing.T) {
	d := &Driver{devices: []Info{{Kind: CPU}, {Number: 1, Kind: GPU, Problem: "too old"}}}
	if _, err := d.Choose(0); err != nil {
		t.Error(err)
	}
	for _, number := range []int{-1, 1, 2} {
		if i, err := d.Choose(number); !errors.Is(err, gpu.ErrNone) {
			t.Errorf("device %d: %+v, %v", number, i, err)
		}
	}
	d.devices = append(d.devices, Info{Number: 2, Kind: GPU})
	if i, err := d.Choose(-1); err != nil || i.Number != 2 {
		t.Error(i, err)
	}
}

// TestBuildLog: what the compiler says is in the error.
func TestBuildLog(t *testing.T) {
	driver, err := Open()
	if err != nil {
		t.Skipf("needs OpenCL, such as Debian's pocl-opencl-icd: %v", err)
	}
	dev, err := driver.Open(driver.Devices()[0], 0)
	if err != nil {
		t.Fatal(err)
	}
	dev.Kernel("kernel void broken(global int* x) { *x = nowhere; }", "broken", 64)
	if err := dev.Close(); err == nil || !strings.Contains(err.Error(), "nowhere") {
		t.Error(err)
	}
}

// TestZero: memory is clear, however much of it there is.
func TestZero(t *testing.T) {
	driver, err := Open()
	if err != nil {
		t.Skipf("needs OpenCL, such as Debian's pocl-opencl-icd: %v", err)
	}
	dev, err := driver.Open(driver.Devices()[0], 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, words := range []int{1, 100, copiedZeros/4 + 1} {
		got := slices.Repeat([]uint32{7}, words)
		buffer := dev.Buffer("words", 4*int64(words))
		Write(dev, buffer, 0, got)
		dev.Zero(buffer)
		if Read(dev, buffer, got); slices.Max(got) != 0 {
			t.Errorf("%d words are not clear", words)
		}
	}
	if err := dev.Close(); err != nil {
		t.Error(err)
	}
}

// TestListing: one thread at a time asks what there is, since drivers set themselves up meanwhile.
func TestListing(t *testing.T) {
	var asking atomic.Int32
	var together atomic.Bool
	table := &Table{GetPlatformIDs: func(_ []Handle, _ *uint32) Result {
		if asking.Add(1) > 1 {
			together.Store(true)
		}
		for range 100 {
			runtime.Gosched()
		}
		asking.Add(-1)
		return success
	}}
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if _, err := New(table); !errors.Is(err, gpu.ErrNone) {
				t.Error(err)
			}
		})
	}
	if all.Wait(); together.Load() {
		t.Error("two threads asked at once")
	}
}

// TestNoDriver: a loader that finds no driver says so by an error, which is no mistake of a call's.
func TestNoDriver(t *testing.T) {
	table := &Table{GetPlatformIDs: func([]Handle, *uint32) Result { return platformNotFound }}
	if _, err := New(table); !errors.Is(err, ErrNoDevice) || !strings.Contains(err.Error(), "no driver") {
		t.Error(err)
	}
}
