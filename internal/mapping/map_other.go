//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package mapping

import "os"

// These systems do without mapping: the file is read.

func mapFile(file *os.File, size int) ([]byte, error) {
	data := make([]byte, size)
	_, err := file.ReadAt(data, 0)
	return data, err
}

func unmapFile([]byte) error { return nil }
