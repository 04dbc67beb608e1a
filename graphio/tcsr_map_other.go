//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package graphio

import "os"

// mapFile reads the first size bytes of file: these systems do without
// mapping.
func mapFile(file *os.File, size int) (data []byte, unmap func() error, err error) {
	data = make([]byte, size)
	_, err = file.ReadAt(data, 0)
	return data, func() error { return nil }, err
}
