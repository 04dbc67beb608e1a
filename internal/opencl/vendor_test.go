//go:build !nogpu && linux && (amd64 || arm64)

package opencl

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/tricycle-graph/tricycle/internal/gpu"
)

// pocl is PoCL's driver, opened itself.
func pocl(t *testing.T) func() (*Table, error) {
	table, err := ofVendor("libpocl.so.2")
	if err != nil {
		t.Skip("needs PoCL, Debian's pocl-opencl-icd:", err)
	}
	return func() (*Table, error) { return table, nil }
}

// nothing is no library.
func nothing() (*Table, error) { return nil, fmt.Errorf("%w: it is missing", ErrNoLibrary) }

// noDriver is a library that finds no driver.
func noDriver() (*Table, error) {
	return &Table{GetPlatformIDs: func([]Handle, *uint32) Result { return platformNotFound }}, nil
}

// called is a library of two devices of a platform with a name.
func called(name string) func() (*Table, error) {
	return func() (*Table, error) {
		list := func(into []Handle, count *uint32, most uint32) Result {
			*count = most
			for i := range into {
				into[i] = Handle(i + 1)
			}
			return success
		}
		says := func(_ Handle, _ uint32, value []byte, size *uint64) Result {
			if size != nil {
				*size = uint64(len(name))
			}
			copy(value, name)
			return success
		}
		return &Table{
			GetPlatformIDs:  func(into []Handle, count *uint32) Result { return list(into, count, 1) },
			GetPlatformInfo: says,
			GetDeviceIDs:    func(_ Handle, _ uint64, into []Handle, count *uint32) Result { return list(into, count, 2) },
			GetDeviceInfo:   says,
		}, nil
	}
}

// TestFind: a driver that no library names is found beside those that one does; one that is
// named, too, is there once; what it fails with hides no other; and why there is none is said
// of both.
func TestFind(t *testing.T) {
	broken := func() (*Table, error) {
		return &Table{GetPlatformIDs: func([]Handle, *uint32) Result { return -5 }}, nil
	}
	a, b := called("A"), called("B")
	for _, x := range []struct {
		name           string
		loader, vendor func() (*Table, error)
		want           string // first letters of the platforms, in order
	}{
		{"both", a, b, "AABB"},
		{"one driver by both", a, a, "AA"},
		{"no library", nothing, b, "BB"},
		{"a library without drivers", noDriver, b, "BB"},
		{"not looked for", a, nil, "AA"},
		{"not there", a, nothing, "AA"},
		{"broken", a, broken, "AA"},
	} {
		d, err := findIn(x.loader, x.vendor)
		if err != nil {
			t.Errorf("%s: %v", x.name, err)
			continue
		}
		got := ""
		for number, i := range d.Devices() {
			got += i.Platform
			if i.Number != number {
				t.Errorf("%s: device %d has the number %d", x.name, number, i.Number)
			}
		}
		if got != x.want {
			t.Errorf("%s: %q, want %q", x.name, got, x.want)
		}
	}
	for _, loader := range []func() (*Table, error){nothing, noDriver} {
		for _, vendor := range []func() (*Table, error){nil, nothing, noDriver} {
			if _, err := findIn(loader, vendor); !errors.Is(err, gpu.ErrNone) {
				t.Error(err)
			}
		}
	}
	if _, err := findIn(noDriver, nothing); !strings.Contains(err.Error(), "finds no driver") || !strings.Contains(err.Error(), "it is missing") {
		t.Error(err)
	}
	if _, err := findIn(broken, b); err == nil || errors.Is(err, gpu.ErrNone) {
		t.Error("a call that failed is hidden:", err)
	}
}

// TestOnce: PoCL that is opened itself, beside the library that finds it, is there once.
func TestOnce(t *testing.T) {
	both, err := findIn(load, pocl(t))
	if err != nil {
		t.Fatal(err)
	}
	alone, err := findIn(pocl(t), nil)
	if err != nil {
		t.Fatal(err)
	}
	count := 0
	for _, i := range both.Devices() {
		if i.Platform == alone.Devices()[0].Platform {
			count++
		}
	}
	if count != len(alone.Devices()) {
		t.Error(both.Devices())
	}
}

// TestVendor opens a driver itself, as where no library names it.
func TestVendor(t *testing.T) {
	d, err := findIn(nothing, pocl(t))
	if err != nil || len(d.Devices()) == 0 || d.Devices()[0].Name == "" {
		t.Fatal(d, err)
	}
	dev, err := d.Open(d.Devices()[0], 0)
	if err != nil {
		t.Fatal(err)
	}
	many := dev.Buffer("zeros", 2*copiedZeros) // enough for the call of the last place
	dev.Zero(many)
	zeros := slices.Repeat([]uint32{7}, 2*copiedZeros/4)
	if Read(dev, many, zeros); slices.Max(zeros) != 0 {
		t.Error("memory is not clear")
	}
	kernel := dev.Kernel("kernel void seven(global uint* x) { x[get_global_id(0)] = 7; }", "seven", 64)
	buffer := dev.Buffer("numbers", 4*int64(kernel.Group))
	kernel.Launch(1, buffer)
	got := make([]uint32, kernel.Group)
	Read(dev, buffer, got)
	for _, x := range got {
		if x != 7 {
			t.Fatal(got)
		}
	}
	if err := dev.Close(); err != nil {
		t.Error(err)
	}
}
