package gpugraph

import (
	"cmp"

	"github.com/tricycle-graph/tricycle/internal/gpu"
)

// array is an array and the buffer that it fills.
type array[T uint32 | uint64] struct {
	gpu.Array[T]
	buffer *gpu.Buffer
}

// allocate makes an array, of undefined elements.
func allocate[T uint32 | uint64](dev *gpu.Device, n int) (array[T], error) {
	buffer, err := dev.Alloc(int64(n) * sizeOf[T]())
	if err != nil {
		return array[T]{}, err
	}
	return array[T]{gpu.View[T](buffer, 0, n), buffer}, nil
}

// allocateZero makes an array of zeros, for the work in the stream.
func allocateZero[T uint32 | uint64](dev *gpu.Device, stream *gpu.Stream, n int) (array[T], error) {
	a, err := allocate[T](dev, n)
	if err != nil {
		return a, err
	}
	if err := gpu.Memset(stream, a.Array, 0); err != nil {
		return a, cmp.Or(err, a.free())
	}
	return a, nil
}

// free gives the memory back, once.
func (a *array[T]) free() error {
	if a.buffer == nil {
		return nil
	}
	buffer := a.buffer
	*a = array[T]{}
	return buffer.Free()
}
