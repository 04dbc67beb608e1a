//go:build unix

package filelock

import (
	"cmp"
	"os"

	"golang.org/x/sys/unix"
)

func lock(file *os.File) error {
	for {
		switch err := unix.Flock(int(file.Fd()), unix.LOCK_EX|unix.LOCK_NB); err {
		case unix.EINTR:
		case unix.EWOULDBLOCK:
			return ErrLocked
		default:
			return os.NewSyscallError("flock", err)
		}
	}
}

// Remove removes a locked file and lets go of it. Nobody else is given a lock of
// that name in between.
func Remove(file *os.File) error {
	removed := os.Remove(file.Name())
	return cmp.Or(removed, file.Close())
}
