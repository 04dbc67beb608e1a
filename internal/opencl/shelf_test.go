package opencl_test

import (
	"testing"

	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/opencl"
	"github.com/tricycle-graph/tricycle/internal/opencl/fakecl"
)

// TestPanicClosesTheDevice: who comes next does not get a device in the midst of something.
func TestPanicClosesTheDevice(t *testing.T) {
	fake := fakecl.New(0, 0)
	driver, err := opencl.New(fake.Table())
	if err != nil {
		t.Fatal(err)
	}
	group := gpu.NewGroup(nil, 0)
	defer group.Close()
	defer func() {
		if said := recover(); said != "odd" || len(fake.Faults()) > 0 {
			t.Error(said, fake.Faults())
		}
	}()
	err = driver.With(group, driver.Devices()[0], func(dev *opencl.Device) error {
		dev.Buffer("a buffer", 8)
		panic("odd")
	})
	t.Error("there was no panic", err)
}
