package chordless

import (
	"cmp"
	"embed"
	"unsafe"

	"github.com/tricycle-graph/tricycle/gpu"
)

//go:generate go run github.com/tricycle-graph/tricycle/internal/ptxgen kernels

//go:embed kernels/*.ptx
var kernels embed.FS

// deviceRun is what the methods on a GPU have in common: a stream, and all that
// was made on the device, which close gives back. After an error its methods do
// nothing more.
type deviceRun struct {
	device  *gpu.Device
	stream  *gpu.Stream
	freeing []func() error
	err     error // the first
}

func newDeviceRun(dev *gpu.Device) *deviceRun {
	r := &deviceRun{device: dev}
	r.stream = own(r, dev.NewStream)
	return r
}

// own makes something that close frees.
func own[T interface{ Free() error }](r *deviceRun, make func() (T, error)) T {
	var made T
	if r.err != nil {
		return made
	}
	if made, r.err = make(); r.err == nil {
		r.freeing = append(r.freeing, made.Free)
	}
	return made
}

// close gives everything back, the last first.
func (r *deviceRun) close() error {
	var first error
	for i := len(r.freeing) - 1; i >= 0; i-- {
		first = cmp.Or(first, r.freeing[i]())
	}
	r.freeing = nil
	return first
}

// deviceArray allocates n elements.
func deviceArray[T gpu.Element](r *deviceRun, n int) gpu.Array[T] {
	var element T
	buffer := own(r, func() (*gpu.Buffer, error) { return r.device.Alloc(int64(n) * int64(unsafe.Sizeof(element))) })
	if r.err != nil {
		return gpu.Array[T]{}
	}
	return gpu.View[T](buffer, 0, n)
}

// pinnedArray allocates n elements of pinned memory.
func pinnedArray[T gpu.Element](r *deviceRun, n int) gpu.HostArray[T] {
	var element T
	buffer := own(r, func() (*gpu.HostBuffer, error) { return r.device.AllocHost(int64(n) * int64(unsafe.Sizeof(element))) })
	if r.err != nil {
		return gpu.HostArray[T]{}
	}
	return gpu.HostView[T](buffer, 0, n)
}

// uploaded allocates an array for values and copies them there.
func uploaded[T gpu.Element](r *deviceRun, values []T) gpu.Array[T] {
	a := deviceArray[T](r, len(values))
	write(r, a, values)
	return a
}

// write copies to the device, and waits.
func write[T gpu.Element](r *deviceRun, to gpu.Array[T], from []T) {
	if r.err == nil {
		r.err = gpu.Write(r.stream, to, from)
	}
}

// zero clears an array in the stream.
func zero[T gpu.Element](r *deviceRun, a gpu.Array[T]) {
	if r.err == nil {
		r.err = gpu.Memset(r.stream, a, 0)
	}
}

// read waits for the stream and returns what is in an array.
func read[T gpu.Element](r *deviceRun, a gpu.Array[T]) []T {
	host := make([]T, a.Len())
	if r.err == nil {
		r.err = gpu.Read(r.stream, host, a)
	}
	return host
}

// wait waits for the stream.
func (r *deviceRun) wait() {
	if r.err == nil {
		r.err = r.stream.Synchronize()
	}
}

// freeMemory returns the bytes that can still be allocated, about.
func (r *deviceRun) freeMemory() int64 {
	if r.err != nil {
		return 0
	}
	var free int64
	if free, r.err = r.device.FreeMemory(); r.err != nil {
		return 0
	}
	if limit := r.device.Limit(); limit > 0 {
		used, _ := r.device.Used()
		free = min(free, limit-used)
	}
	return free
}

// load loads a module.
func (r *deviceRun) load(name string) *gpu.Module {
	return own(r, func() (*gpu.Module, error) { return r.device.LoadModule(kernels, "kernels/"+name) })
}

// deviceKernel is a kernel with the number of its blocks that the device runs
// at once.
type deviceKernel struct {
	run      *deviceRun
	function *gpu.Function
	blocks   int
	threads  int // a block
}

// kernel finds a kernel of a module, for blocks of some size.
func (r *deviceRun) kernel(module *gpu.Module, name string, threads int) deviceKernel {
	k := deviceKernel{run: r, threads: threads}
	if r.err != nil {
		return k
	}
	if k.function, r.err = module.Function(name); r.err != nil {
		return k
	}
	var blocks int
	blocks, r.err = k.function.BlocksPerMultiprocessor(threads, 0)
	k.blocks = max(blocks, 1) * max(r.device.Info().Multiprocessors, 1)
	return k
}

func (k deviceKernel) launch(arguments ...gpu.Arg) {
	if k.run.err != nil {
		return
	}
	shape := gpu.Shape{Grid: gpu.Dim{X: k.blocks}, Block: gpu.Dim{X: k.threads}}
	k.run.err = k.run.stream.Launch(k.function, shape, arguments...)
}
