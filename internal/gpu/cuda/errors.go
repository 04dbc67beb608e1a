package cuda

import "errors"

// Why there is no table.
var (
	// ErrNoDriver says that the machine or the build has no CUDA driver.
	ErrNoDriver = errors.New("no NVIDIA driver")
	// ErrOldDriver says that the driver lacks what tricycle calls.
	ErrOldDriver = errors.New("the NVIDIA driver is too old")
)
