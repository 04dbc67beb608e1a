package cuda

import "errors"

// ErrNone is the class of all errors that say why no GPU can be used.
var ErrNone = errors.New("no GPU can be used")

// Reason is an error of the class [ErrNone].
type Reason string

func (r Reason) Error() string { return string(r) }

// Is reports whether the class is ErrNone.
func (r Reason) Is(class error) bool { return class == ErrNone }

// Why there is no table.
const (
	// ErrNoDriver says that the machine or the build has no CUDA driver.
	ErrNoDriver Reason = "no NVIDIA driver"
	// ErrOldDriver says that the driver lacks what tricycle calls.
	ErrOldDriver Reason = "the NVIDIA driver is too old"
)
