//go:build !linux

package hugemem

import "unsafe"

// Elsewhere the arrays are slices of the Go heap: correct, returned to the
// system by the garbage collector rather than at once.

func allocate(size int) ([]byte, error) {
	// Eight-byte words, so that any element type is aligned.
	words := make([]uint64, (size+7)/8)
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(words))), size), nil
}

func release([]byte) {}

// Populate makes pages on Linux.
func Populate[T any]([]T) {}

func advise(unsafe.Pointer, uintptr) {}
