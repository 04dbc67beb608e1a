package gpu

import (
	"fmt"
	"unsafe"

	"github.com/tricycle-graph/tricycle/internal/gpu/cuda"
)

// Element is what arrays hold: numbers, which are the same on both sides.
type Element interface {
	~int8 | ~int16 | ~int32 | ~int64 | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~float32 | ~float64
}

// sizeOf returns the bytes of an element.
func sizeOf[T Element]() int64 {
	var zero T
	return int64(unsafe.Sizeof(zero))
}

// Array is a typed view of a part of a [Buffer], as a slice is of an array. It
// must not be used after the buffer was freed.
type Array[T Element] struct {
	buffer *Buffer
	at     cuda.DevicePtr
	length int
}

// View returns the n elements that begin at a byte of the buffer, which must
// be a multiple of their size. It panics where they are not all inside.
func View[T Element](b *Buffer, offset int64, n int) Array[T] {
	checkView[T](b.size, offset, n)
	return Array[T]{b, b.at + cuda.DevicePtr(offset), n}
}

// Cast returns the same memory as elements of another type, as many as fit. It
// panics where they are not aligned.
func Cast[To, From Element](a Array[From]) Array[To] {
	if a.buffer == nil {
		return Array[To]{}
	}
	return View[To](a.buffer, int64(a.at-a.buffer.at), int(int64(a.bytes())/sizeOf[To]()))
}

// Buffer returns what the array is a view of, nil for the zero Array.
func (a Array[T]) Buffer() *Buffer { return a.buffer }

// Len returns the number of elements.
func (a Array[T]) Len() int { return a.length }

// Slice returns the elements [begin, end), as a[begin:end] does. Of the zero Array,
// which stands for one that could not be allocated, it is the zero Array.
func (a Array[T]) Slice(begin, end int) Array[T] {
	if a.buffer == nil {
		return a
	}
	checkSlice(a.length, begin, end)
	return Array[T]{a.buffer, a.at + cuda.DevicePtr(int64(begin)*sizeOf[T]()), end - begin}
}

func (a Array[T]) bytes() uint64 { return uint64(int64(a.length) * sizeOf[T]()) }

// HostArray is a typed view of a part of a [HostBuffer].
type HostArray[T Element] struct {
	at     unsafe.Pointer
	length int
}

// HostView is [View] of pinned memory.
func HostView[T Element](h *HostBuffer, offset int64, n int) HostArray[T] {
	checkView[T](h.size, offset, n)
	return HostArray[T]{unsafe.Add(h.at, offset), n}
}

// HostCast is [Cast] of pinned memory.
func HostCast[To, From Element](a HostArray[From]) HostArray[To] {
	if uintptr(a.at)%uintptr(sizeOf[To]()) != 0 {
		panic("gpu: pinned elements of another type that are not aligned")
	}
	return HostArray[To]{a.at, int(int64(a.length) * sizeOf[From]() / sizeOf[To]())}
}

// Elements returns the elements themselves. They must not be touched while a
// copy from or to them runs.
func (a HostArray[T]) Elements() []T { return unsafe.Slice((*T)(a.at), a.length) }

// Slice returns the elements [begin, end), as a[begin:end] does, of the zero
// HostArray none.
func (a HostArray[T]) Slice(begin, end int) HostArray[T] {
	if a.at == nil && a.length == 0 {
		return a
	}
	checkSlice(a.length, begin, end)
	return HostArray[T]{unsafe.Add(a.at, int64(begin)*sizeOf[T]()), end - begin}
}

func checkView[T Element](size, offset int64, n int) {
	if bytes := sizeOf[T](); offset < 0 || offset%bytes != 0 || n < 0 || offset > size || int64(n) > (size-offset)/bytes {
		panic(fmt.Sprintf("gpu: view of %d elements of %d bytes at byte %d of a buffer of %d", n, bytes, offset, size))
	}
}

func checkSlice(length, begin, end int) {
	if begin < 0 || begin > end || end > length {
		panic(fmt.Sprintf("gpu: slice [%d:%d] of an array of %d elements", begin, end, length))
	}
}
