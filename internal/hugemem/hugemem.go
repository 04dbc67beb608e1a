// Package hugemem allocates the large arrays of the pipeline: outside the Go
// heap, so that they go back to the system the moment they are freed and the
// peak is what the plan says; and on huge pages where the system has them,
// because random access to hundreds of megabytes is bound by the TLB.
package hugemem

import (
	"fmt"
	"unsafe"
)

// heapSize is the size of arrays up to which a mapping for each costs more than what
// it holds: these are of the Go heap.
const heapSize = 32 << 10

// Page is the size in bytes of those that large arrays are made of, where the system has them.
const Page = 2 << 20

// Array is a zeroed array of n elements outside the Go heap, small ones apart. Elements must
// hold no Go pointers. The zero value is an empty array.
type Array[T any] struct {
	data   []T
	mapped []byte
}

// New returns a zeroed array of n elements. It fails when the system has no
// memory to give.
func New[T any](n int) (Array[T], error) {
	var zero T
	size := uintptr(n) * unsafe.Sizeof(zero)
	if size == 0 {
		return Array[T]{}, nil
	}
	if size <= heapSize {
		return Array[T]{data: make([]T, n)}, nil
	}
	return Map[T](n)
}

// Map is New for memory that has pages of its own, however small it is.
func Map[T any](n int) (Array[T], error) {
	var zero T
	size := uintptr(n) * unsafe.Sizeof(zero)
	if size == 0 {
		return Array[T]{}, nil
	}
	mapped, err := allocate(int(size))
	if err != nil {
		return Array[T]{}, fmt.Errorf("allocate %d bytes: %w", size, err)
	}
	data := unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(mapped))), n)
	return Array[T]{data: data, mapped: mapped}, nil
}

// Slice returns the elements. It must not be used after Free.
func (a Array[T]) Slice() []T { return a.data }

// Part returns some of the elements as an array that frees nothing: they are gone
// with a.
func (a Array[T]) Part(begin, end int) Array[T] { return Array[T]{data: a.data[begin:end:end]} }

// Free returns the memory to the system. Calling it again, or on the zero
// value, does nothing.
func (a *Array[T]) Free() {
	if a.mapped != nil {
		release(a.mapped)
	}
	*a = Array[T]{}
}

// Bytes returns what an array of so many bytes takes at most: of a large one, the last huge page
// is there as a whole.
func Bytes(size int64) int64 {
	if size < Page {
		return size
	}
	return (size + Page - 1) &^ (Page - 1)
}

// Make returns a zeroed slice of the Go heap, advised to huge pages, for
// arrays that live as long as somebody holds them.
func Make[T any](n int) []T {
	s := make([]T, n)
	if len(s) > 0 {
		advise(unsafe.Pointer(unsafe.SliceData(s)), uintptr(n)*unsafe.Sizeof(s[0]))
	}
	return s
}
