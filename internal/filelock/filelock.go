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
		stands, err := Hold(file)
		if stands && err == nil {
			return file, nil
		}
		file.Close()
		if err != nil {
			return nil, err
		}
	}
}

// Hold takes the lock of an open file, as [Lock] does. It reports false where the file
// was removed meanwhile by whoever had the lock: this one keeps nobody out then.
func Hold(file *os.File) (stands bool, err error) {
	if err := lock(file); err != nil {
		return false, err
	}
	open, err := file.Stat()
	if err != nil {
		return false, err
	}
	named, err := os.Stat(file.Name())
	return err == nil && os.SameFile(open, named), nil
}
