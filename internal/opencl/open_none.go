//go:build nogpu || !((linux || darwin || windows) && (amd64 || arm64))

package opencl

import "fmt"

// vendorName names no driver.
const vendorName = ""

func ofVendor(string) (*Table, error) { return load() }

// load says that this build was made without GPU support.
func load() (*Table, error) {
	return nil, fmt.Errorf("%w: this tricycle was built without GPU support", ErrNoLibrary)
}
