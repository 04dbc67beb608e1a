package gputest

import (
	"os"
	"runtime"
	"testing"

	"github.com/tricycle-graph/tricycle/internal/opencl"
)

// OpenCL returns the device of OpenCL whose number the environment variable TRICYCLE_OPENCL_DEVICE
// has. Without it that is the first GPU, or else the first device that can be used, and the test is skipped
// where there is none. It locks the thread: that which opens a device is the only one that may
// write to its memory in Oclgrind.
func OpenCL(t testing.TB) (*opencl.Driver, opencl.Info) {
	t.Helper()
	driver, err := opencl.Open()
	if err != nil {
		t.Skipf("needs OpenCL, such as Debian's pocl-opencl-icd: %v", err)
	}
	runtime.LockOSThread()
	if number := os.Getenv("TRICYCLE_OPENCL_DEVICE"); number != "" {
		_, info, err := opencl.Chosen(func() (*opencl.Driver, error) { return driver, nil }, number)
		if err != nil {
			t.Fatal(err)
		}
		return driver, info
	}
	for _, gpus := range []bool{true, false} {
		for _, info := range driver.Devices() {
			if info.Problem == "" && (info.Kind == opencl.GPU || !gpus) {
				return driver, info
			}
		}
	}
	t.Skip("needs an OpenCL device")
	return nil, opencl.Info{}
}
