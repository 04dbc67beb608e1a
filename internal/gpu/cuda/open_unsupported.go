//go:build !nogpu && !((linux || windows) && (amd64 || arm64))

package cuda

import (
	"fmt"
	"runtime"
)

// Open says that there is no driver for this platform.
func Open() (*Table, error) {
	return nil, fmt.Errorf("%w: there is none for %s/%s", ErrNoDriver, runtime.GOOS, runtime.GOARCH)
}
