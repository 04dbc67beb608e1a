//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package graphio

import (
	"os"

	"golang.org/x/sys/unix"
)

// mapFile maps the first size bytes of file for reading.
func mapFile(file *os.File, size int) (data []byte, unmap func() error, err error) {
	data, err = unix.Mmap(int(file.Fd()), 0, size, unix.PROT_READ, unix.MAP_PRIVATE)
	if err != nil {
		return nil, nil, os.NewSyscallError("mmap", err)
	}
	return data, func() error { return os.NewSyscallError("munmap", unix.Munmap(data)) }, nil
}
