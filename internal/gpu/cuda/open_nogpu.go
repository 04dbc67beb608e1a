//go:build nogpu

package cuda

import "fmt"

// Open says that this build was made without GPU support.
func Open() (*Table, error) {
	return nil, fmt.Errorf("%w: this tricycle was built without GPU support (build tag nogpu)", ErrNoDriver)
}
