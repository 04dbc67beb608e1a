//go:build !nogpu && (amd64 || arm64)

package cuda

import (
	"errors"
	"fmt"
	"runtime"

	"github.com/ebitengine/purego"
)

const libraryName = "libcuda.so.1"

func openLibrary() (uintptr, error) {
	fewQueues()
	library, err := load(libraryName)
	if err != nil {
		return 0, fmt.Errorf("%w: %w", ErrNoDriver, err)
	}
	return library, nil
}

// load loads a library. The system keeps the reason of a failure for the thread
// that failed, and is asked for it in a second call: both are made on one thread.
func load(name string) (uintptr, error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	library, err := purego.Dlopen(name, purego.RTLD_NOW|purego.RTLD_LOCAL)
	if err != nil && err.Error() == "" {
		err = errors.New(name + " cannot be loaded, and the system does not say why")
	}
	return library, err
}

func lookUp(library uintptr, name string) (uintptr, error) {
	address, err := purego.Dlsym(library, name)
	if err != nil {
		return 0, fmt.Errorf("%w: %s has no %s", ErrOldDriver, libraryName, name)
	}
	return address, nil
}
