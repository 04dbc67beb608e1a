//go:build unix

package atomicfile

import (
	"errors"
	"syscall"
)

// Full reports whether an error says that there is no room for a file.
func Full(err error) bool {
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) || errors.Is(err, syscall.EFBIG)
}
