//go:build !nogpu && (amd64 || arm64)

package cuda

import (
	"runtime"
	"testing"
	"unsafe"

	"github.com/ebitengine/purego"
)

func TestFewQueuesUnlessTheUserSays(t *testing.T) {
	entry := func(name string) uintptr {
		address, err := purego.Dlsym(purego.RTLD_DEFAULT, name)
		if err != nil {
			t.Fatal(err)
		}
		return address
	}
	getenv, setenv, unsetenv := entry("getenv"), entry("setenv"), entry("unsetenv")
	check := func(want string) {
		t.Helper()
		name := cString(queuesVariable)
		value, _, _ := purego.SyscallN(getenv, uintptr(unsafe.Pointer(name)))
		runtime.KeepAlive(name)
		if value == 0 {
			t.Fatal("not set")
		}
		at := *(*unsafe.Pointer)(unsafe.Pointer(&value)) // C's memory
		if got := string(unsafe.Slice((*byte)(at), len(want)+1)); got != want+"\x00" {
			t.Errorf("%s is %q, want %q", queuesVariable, got, want)
		}
	}
	call(unsetenv, uintptr(unsafe.Pointer(cString(queuesVariable))))
	fewQueues()
	check("2")
	call(setenv, uintptr(unsafe.Pointer(cString(queuesVariable))), uintptr(unsafe.Pointer(cString("32"))), 1)
	fewQueues()
	check("32")
	call(unsetenv, uintptr(unsafe.Pointer(cString(queuesVariable))))
}
