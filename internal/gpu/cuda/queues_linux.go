//go:build !nogpu && (amd64 || arm64)

package cuda

import (
	"unsafe"

	"github.com/ebitengine/purego"
)

const (
	queuesVariable = "CUDA_DEVICE_MAX_CONNECTIONS"
	// queues suffice for copies beside kernels, and for a word that stops one.
	queues = "2"
)

// fewQueues has contexts made with fewer hardware queues than the 8 that the
// driver makes otherwise, unless the user has set how many: each takes some
// 10 ms to make, and as much to give back. The driver asks the C library for
// its environment, which os.Setenv does not reach.
func fewQueues() {
	setenv, err := purego.Dlsym(purego.RTLD_DEFAULT, "setenv")
	if err != nil {
		return // slower, and not wrong
	}
	call(setenv, uintptr(unsafe.Pointer(cString(queuesVariable))), uintptr(unsafe.Pointer(cString(queues))), 0)
}

func cString(text string) *byte { return unsafe.SliceData(append([]byte(text), 0)) }
