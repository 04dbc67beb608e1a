package opencl_test

import (
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/tricycle-graph/tricycle/internal/opencl"
	"github.com/tricycle-graph/tricycle/internal/opencl/fakecl"
)

// action is what the kernel knows of a signal, the handler first.
type action [4]uint64

func swap(t *testing.T, signal unix.Signal, to *action) (was action) {
	t.Helper()
	if _, _, failed := unix.RawSyscall6(unix.SYS_RT_SIGACTION, uintptr(signal), uintptr(unsafe.Pointer(to)), uintptr(unsafe.Pointer(&was)), 8, 0, 0); failed != 0 {
		t.Fatal(failed)
	}
	return was
}

// A driver that is opened leaves Go its signals: PoCL takes a dozen, see dynlib.KeepSignals.
func TestSignalsStayWithGo(t *testing.T) {
	if _, err := opencl.Open(); err != nil {
		t.Skipf("needs OpenCL, such as Debian's pocl-opencl-icd: %v", err)
	}
	for _, signal := range []unix.Signal{unix.SIGBUS, unix.SIGSEGV, unix.SIGINT, unix.SIGTERM, unix.SIGQUIT} {
		if now, gos := swap(t, signal, nil), swap(t, unix.SIGURG, nil); now[0] != gos[0] {
			t.Errorf("%v is handled by %#x, not by Go's %#x", signal, now[0], gos[0])
		}
	}
}

// TestSignalsStayAfterBuilds has a driver take a signal as soon as there is something to compile.
func TestSignalsStayAfterBuilds(t *testing.T) {
	gos := swap(t, unix.SIGUSR2, nil)
	t.Cleanup(func() { swap(t, unix.SIGUSR2, &gos) })
	fake := fakecl.New(0, 0)
	table := fake.Table()
	build := table.BuildProgram
	table.BuildProgram = func(program, device opencl.Handle, options string) opencl.Result {
		taken := gos
		taken[0] = 1 << 20
		swap(t, unix.SIGUSR2, &taken)
		return build(program, device, options)
	}
	driver, err := opencl.New(table)
	if err != nil {
		t.Fatal(err)
	}
	device, err := driver.Open(driver.Devices()[0], 0)
	if err != nil {
		t.Fatal(err)
	}
	device.Kernel("kernel void nothing() {}", "nothing", 64)
	if now := swap(t, unix.SIGUSR2, nil); fake.Called["clBuildProgram"] != 1 || now != gos {
		t.Errorf("after %d builds the signal is handled by %#x, not by Go's %#x", fake.Called["clBuildProgram"], now[0], gos[0])
	}
	if err := device.Close(); err != nil {
		t.Fatal(err)
	}
}
