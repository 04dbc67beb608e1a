//go:build !nogpu && (amd64 || arm64)

package cuda

import (
	"fmt"

	"github.com/ebitengine/purego"
)

const libraryName = "libcuda.so.1"

func openLibrary() (uintptr, error) {
	fewQueues()
	library, err := purego.Dlopen(libraryName, purego.RTLD_NOW|purego.RTLD_LOCAL)
	if err != nil {
		return 0, fmt.Errorf("%w: %w", ErrNoDriver, err)
	}
	return library, nil
}

func lookUp(library uintptr, name string) (uintptr, error) {
	address, err := purego.Dlsym(library, name)
	if err != nil {
		return 0, fmt.Errorf("%w: %s has no %s", ErrOldDriver, libraryName, name)
	}
	return address, nil
}
