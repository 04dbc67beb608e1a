//go:build !nogpu && (amd64 || arm64)

package dynlib

import (
	"fmt"

	"golang.org/x/sys/windows"
)

// Load loads a library, and only from the system's folder: one of that name beside the
// input must not be run.
func Load(name string) (uintptr, error) {
	library, err := windows.LoadLibraryEx(name, 0, windows.LOAD_LIBRARY_SEARCH_SYSTEM32)
	if err != nil {
		return 0, fmt.Errorf("%s: %w", name, err)
	}
	return uintptr(library), nil
}

// Find returns the address of an entry point.
func Find(library uintptr, name string) (uintptr, error) {
	return windows.GetProcAddress(windows.Handle(library), name)
}
