package lists

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// nameless makes a file that never has a name, so that a kill at no moment leaves one. It
// returns errors.ErrUnsupported where the file system has no such files, or anything else
// is in the way, of which whoever makes one with a name is told.
func nameless(folder string) (*os.File, error) {
	file, err := os.OpenFile(folder, os.O_RDWR|unix.O_TMPFILE, 0o600)
	if err != nil {
		return nil, errors.ErrUnsupported
	}
	return file, nil
}
