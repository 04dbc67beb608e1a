package gpu

import (
	"fmt"
	"runtime"
	"unsafe"

	"github.com/tricycle-graph/tricycle/internal/gpu/cuda"
)

// Upload copies from pinned memory to the device, in the stream: it returns at
// once, and from must stay as it is until the stream was waited for. Both have
// the same length; it panics where they have not, as the other copies do.
func Upload[T Element](s *Stream, to Array[T], from HostArray[T]) error {
	checkLengths(to.length, from.length)
	return s.upload(to.at, from.at, to.bytes())
}

// Download copies from the device to pinned memory, in the stream: it returns
// at once, and to holds the elements once the stream was waited for.
func Download[T Element](s *Stream, to HostArray[T], from Array[T]) error {
	checkLengths(to.length, from.length)
	return s.download(to.at, from.at, from.bytes())
}

// Copy copies on the device, in the stream. The arrays must not overlap.
func Copy[T Element](s *Stream, to, from Array[T]) error {
	checkLengths(to.length, from.length)
	if to.length == 0 {
		return nil
	}
	return s.do("cuMemcpyDtoDAsync", "copy on the GPU", func() cuda.Result {
		return s.device.table.MemcpyDtoDAsync(to.at, from.at, to.bytes(), s.handle)
	})
}

// Write copies from ordinary memory to the device, after the stream's work so
// far, and waits for it.
func Write[T Element](s *Stream, to Array[T], from []T) error {
	checkLengths(to.length, len(from))
	defer runtime.KeepAlive(from)
	if err := s.upload(to.at, unsafe.Pointer(unsafe.SliceData(from)), to.bytes()); err != nil {
		return err
	}
	return s.Synchronize()
}

// Read copies from the device to ordinary memory, after the stream's work so
// far, and waits for it.
func Read[T Element](s *Stream, to []T, from Array[T]) error {
	checkLengths(len(to), from.length)
	defer runtime.KeepAlive(to)
	if err := s.download(unsafe.Pointer(unsafe.SliceData(to)), from.at, from.bytes()); err != nil {
		return err
	}
	return s.Synchronize()
}

// Memset sets every byte of an array, in the stream.
func Memset[T Element](s *Stream, to Array[T], value byte) error {
	if to.length == 0 {
		return nil
	}
	return s.do("cuMemsetD8Async", "fill GPU memory", func() cuda.Result {
		return s.device.table.MemsetD8Async(to.at, value, to.bytes(), s.handle)
	})
}

func (s *Stream) upload(to cuda.DevicePtr, from unsafe.Pointer, bytes uint64) error {
	if bytes == 0 {
		return nil
	}
	return s.do("cuMemcpyHtoDAsync", "copy to the GPU", func() cuda.Result {
		return s.device.table.MemcpyHtoDAsync(to, from, bytes, s.handle)
	})
}

func (s *Stream) download(to unsafe.Pointer, from cuda.DevicePtr, bytes uint64) error {
	if bytes == 0 {
		return nil
	}
	return s.do("cuMemcpyDtoHAsync", "copy from the GPU", func() cuda.Result {
		return s.device.table.MemcpyDtoHAsync(to, from, bytes, s.handle)
	})
}

func checkLengths(to, from int) {
	if to != from {
		panic(fmt.Sprintf("gpu: copy of %d elements to %d", from, to))
	}
}
