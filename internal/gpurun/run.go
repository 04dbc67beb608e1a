// Package gpurun is what methods on a GPU have in common: a stream, memory and
// kernels, which are given back together, and one error for all of it.
package gpurun

import (
	"cmp"
	"io/fs"
	"unsafe"

	"github.com/tricycle-graph/tricycle/gpu"
)

// Run is a stream of a device, and all that was made for it, which Close gives
// back. After an error its methods, and the functions that take it, do nothing
// more.
type Run struct {
	Device *gpu.Device
	Stream *gpu.Stream
	Err    error // the first

	freeing []func() error
}

// New makes a stream on a device. Its error is in the run.
func New(dev *gpu.Device) *Run {
	r := &Run{Device: dev}
	r.Stream = Own(r, dev.NewStream)
	return r
}

// Own makes something that Close frees.
func Own[T interface{ Free() error }](r *Run, make func() (T, error)) T {
	var made T
	if r.Err != nil {
		return made
	}
	if made, r.Err = make(); r.Err == nil {
		r.freeing = append(r.freeing, made.Free)
	}
	return made
}

// Close gives everything back, the last first.
func (r *Run) Close() error {
	var first error
	for i := len(r.freeing) - 1; i >= 0; i-- {
		first = cmp.Or(first, r.freeing[i]())
	}
	r.freeing = nil
	return first
}

// FreeMemory returns the bytes that can still be allocated, about.
func (r *Run) FreeMemory() int64 {
	if r.Err != nil {
		return 0
	}
	var free int64
	if free, r.Err = r.Device.FreeMemory(); r.Err != nil {
		return 0
	}
	if limit := r.Device.Limit(); limit > 0 {
		used, _ := r.Device.Used()
		free = min(free, limit-used)
	}
	return free
}

// Load loads a module.
func (r *Run) Load(files fs.FS, name string) *gpu.Module {
	return Own(r, func() (*gpu.Module, error) { return r.Device.LoadModule(files, name) })
}

// Wait waits for the stream.
func (r *Run) Wait() {
	if r.Err == nil {
		r.Err = r.Stream.Synchronize()
	}
}

// Array allocates n elements on the device.
func Array[T gpu.Element](r *Run, n int) gpu.Array[T] {
	var element T
	buffer := Own(r, func() (*gpu.Buffer, error) { return r.Device.Alloc(int64(n) * int64(unsafe.Sizeof(element))) })
	if r.Err != nil {
		return gpu.Array[T]{}
	}
	return gpu.View[T](buffer, 0, n)
}

// Pinned allocates n elements of pinned memory.
func Pinned[T gpu.Element](r *Run, n int) gpu.HostArray[T] {
	var element T
	buffer := Own(r, func() (*gpu.HostBuffer, error) { return r.Device.AllocHost(int64(n) * int64(unsafe.Sizeof(element))) })
	if r.Err != nil {
		return gpu.HostArray[T]{}
	}
	return gpu.HostView[T](buffer, 0, n)
}

// Upload allocates an array for values and copies them there.
func Upload[T gpu.Element](r *Run, values []T) gpu.Array[T] {
	a := Array[T](r, len(values))
	Write(r, a, values)
	return a
}

// Write copies to the device, and waits.
func Write[T gpu.Element](r *Run, to gpu.Array[T], from []T) {
	if r.Err == nil {
		r.Err = gpu.Write(r.Stream, to, from)
	}
}

// Zero clears an array in the stream.
func Zero[T gpu.Element](r *Run, a gpu.Array[T]) {
	if r.Err == nil {
		r.Err = gpu.Memset(r.Stream, a, 0)
	}
}

// Read waits for the stream and returns what is in an array.
func Read[T gpu.Element](r *Run, a gpu.Array[T]) []T {
	host := make([]T, a.Len())
	if r.Err == nil {
		r.Err = gpu.Read(r.Stream, host, a)
	}
	return host
}
