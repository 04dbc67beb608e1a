package atomicfile

import (
	"errors"

	"golang.org/x/sys/windows"
)

// Full reports whether an error says that there is no room for a file.
func Full(err error) bool {
	return errors.Is(err, windows.ERROR_DISK_FULL) || errors.Is(err, windows.ERROR_HANDLE_DISK_FULL)
}
