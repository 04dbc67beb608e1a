package gputest

import (
	"runtime"
	"testing"

	"github.com/tricycle-graph/tricycle/internal/opencl"
)

// OpenCL returns the first device of OpenCL that can be used, a CPU's included, and skips the test
// where there is none. It locks the thread: that which opens a device is the only one that may
// write to its memory in Oclgrind.
func OpenCL(t testing.TB) (*opencl.Driver, opencl.Info) {
	t.Helper()
	driver, err := opencl.Open()
	if err != nil {
		t.Skipf("needs OpenCL, such as Debian's pocl-opencl-icd: %v", err)
	}
	runtime.LockOSThread()
	for _, info := range driver.Devices() {
		if info.Problem == "" {
			return driver, info
		}
	}
	t.Skip("needs an OpenCL device")
	return nil, opencl.Info{}
}
