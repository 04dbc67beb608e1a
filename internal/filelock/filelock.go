// Package filelock tells whether another living process uses a file: a lock
// that the system lets go of when the process ends, however it ends.
package filelock

import (
	"errors"
	"os"
)

// ErrLocked says that another process holds the lock.
var ErrLocked = errors.New("in use by another process")

// Lock takes the lock of a file, which is made where there is none, and returns
// at once; ErrLocked where another process has it. Closing the file lets go, and
// so does [Remove].
func Lock(name string) (*os.File, error) {
	for {
		file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o666)
		if err != nil {
			return nil, err
		}
		if err := lock(file); err != nil {
			file.Close()
			return nil, err
		}
		if stands(file, name) {
			return file, nil
		}
		// Whoever had the lock removed the file meanwhile: this lock keeps nobody out.
		file.Close()
	}
}

// stands reports whether a name is that of an open file.
func stands(file *os.File, name string) bool {
	open, err := file.Stat()
	if err != nil {
		return false
	}
	named, err := os.Stat(name)
	return err == nil && os.SameFile(open, named)
}
