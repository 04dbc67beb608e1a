//go:build !linux

package lists

import (
	"errors"
	"os"
)

// nameless makes a file without a name, where there are any.
func nameless(string) (*os.File, error) { return nil, errors.ErrUnsupported }
