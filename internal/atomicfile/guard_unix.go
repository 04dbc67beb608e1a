//go:build unix

package atomicfile

import (
	"errors"
	"io/fs"
	"os"

	"github.com/tricycle-graph/tricycle/internal/filelock"
)

// guard locks a temporary file that was just made, through a handle of its own: that
// stays until the file has its name, when the other one is closed. Where the file is no
// more, it is not ours. There are file systems without locks, where nothing is swept.
func guard(file *os.File) (guard *os.File, ours bool) {
	guard, err := os.OpenFile(file.Name(), os.O_RDWR, 0)
	if err != nil {
		return nil, !errors.Is(err, fs.ErrNotExist)
	}
	stands, err := filelock.Hold(guard)
	if stands && err == nil {
		return guard, true
	}
	guard.Close()
	return nil, err != nil && !errors.Is(err, filelock.ErrLocked)
}

// removeLeft removes a temporary file, unless a process is at it.
func removeLeft(name string) error {
	file, err := os.OpenFile(name, os.O_RDWR, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer file.Close()
	if stands, err := filelock.Hold(file); err != nil || !stands {
		return nil
	}
	return os.Remove(name)
}
