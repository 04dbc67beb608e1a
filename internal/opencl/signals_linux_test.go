package opencl

import (
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"
)

// A driver that is opened leaves Go its signals: PoCL takes a dozen, see dynlib.KeepSignals.
func TestSignalsStayWithGo(t *testing.T) {
	if _, err := Open(); err != nil {
		t.Skipf("needs OpenCL, such as Debian's pocl-opencl-icd: %v", err)
	}
	handler := func(signal unix.Signal) uint64 {
		var now [4]uint64
		if _, _, failed := unix.RawSyscall6(unix.SYS_RT_SIGACTION, uintptr(signal), 0, uintptr(unsafe.Pointer(&now)), 8, 0, 0); failed != 0 {
			t.Fatal(failed)
		}
		return now[0]
	}
	for _, signal := range []unix.Signal{unix.SIGBUS, unix.SIGSEGV, unix.SIGINT, unix.SIGTERM, unix.SIGQUIT} {
		if now, gos := handler(signal), handler(unix.SIGURG); now != gos {
			t.Errorf("%v is handled by %#x, not by Go's %#x", signal, now, gos)
		}
	}
}
