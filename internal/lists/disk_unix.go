//go:build linux || darwin

package lists

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// freeBytes returns what a user may still write in a folder.
func freeBytes(folder string) (int64, error) {
	var s unix.Statfs_t
	for {
		err := unix.Statfs(folder, &s)
		if errors.Is(err, unix.EINTR) {
			continue
		}
		return int64(s.Bavail) * int64(s.Bsize), err //nolint:unconvert // not 64 bits wide everywhere
	}
}

// unlinked takes the name off an open file: it is gone with the last process
// that has it open.
func unlinked(file *os.File) chunkFile {
	// If that fails, a name is left, and nothing is wrong with the file.
	_ = os.Remove(file.Name())
	return file
}
