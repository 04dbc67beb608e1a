//go:build !nogpu && (linux || darwin) && (amd64 || arm64)

package dynlib

import (
	"errors"
	"runtime"

	"github.com/ebitengine/purego"
)

// Load loads a library. The system keeps the reason of a failure for the thread
// that failed, and is asked for it in a second call: both are made on one thread.
func Load(name string) (uintptr, error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	library, err := purego.Dlopen(name, purego.RTLD_NOW|purego.RTLD_LOCAL)
	if err != nil && err.Error() == "" {
		err = errors.New(name + " cannot be loaded, and the system does not say why")
	}
	return library, err
}

// Find returns the address of an entry point.
func Find(library uintptr, name string) (uintptr, error) { return purego.Dlsym(library, name) }
