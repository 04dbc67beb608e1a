//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package mapping

import (
	"os"

	"golang.org/x/sys/unix"
)

func mapFile(file *os.File, size int) ([]byte, error) {
	data, err := unix.Mmap(int(file.Fd()), 0, size, unix.PROT_READ, unix.MAP_PRIVATE)
	return data, os.NewSyscallError("mmap", err)
}

func unmapFile(data []byte) error { return os.NewSyscallError("munmap", unix.Munmap(data)) }
