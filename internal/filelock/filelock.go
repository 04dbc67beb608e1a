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
// at once; ErrLocked where another process has it. Closing the file lets go.
func Lock(name string) (*os.File, error) {
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	if err := lock(file); err != nil {
		file.Close()
		return nil, err
	}
	return file, nil
}
