//go:build !nogpu && linux && (amd64 || arm64)

package opencl

import "testing"

// TestVendor opens a driver itself, as where no library names it.
func TestVendor(t *testing.T) {
	table := ofVendor("libpocl.so.2")
	if table == nil {
		t.Skip("needs PoCL, Debian's pocl-opencl-icd")
	}
	d, err := New(table)
	if err != nil || len(d.Devices()) == 0 || d.Devices()[0].Name == "" {
		t.Fatal(d, err)
	}
	dev, err := d.Open(d.Devices()[0], 0)
	if err != nil {
		t.Fatal(err)
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
