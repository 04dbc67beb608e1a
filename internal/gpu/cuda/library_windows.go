//go:build !nogpu && (amd64 || arm64)

package cuda

import (
	"fmt"

	"golang.org/x/sys/windows"
)

const libraryName = "nvcuda.dll"

func openLibrary() (uintptr, error) {
	// Only from the system's folder: a library of that name beside the input
	// must not be run.
	library, err := windows.LoadLibraryEx(libraryName, 0, windows.LOAD_LIBRARY_SEARCH_SYSTEM32)
	if err != nil {
		return 0, fmt.Errorf("%w: %s: %w", ErrNoDriver, libraryName, err)
	}
	return uintptr(library), nil
}

func lookUp(library uintptr, name string) (uintptr, error) {
	address, err := windows.GetProcAddress(windows.Handle(library), name)
	if err != nil {
		return 0, fmt.Errorf("%w: %s has no %s", ErrOldDriver, libraryName, name)
	}
	return address, nil
}
