//go:build unix

package filelock

import (
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
