package triangle

import (
	"cmp"
	"context"
	"time"

	"github.com/tricycle-graph/tricycle/gpu"
	"github.com/tricycle-graph/tricycle/gpugraph"
)

// deviceRun is what the methods have in common: the lists, a stream, the
// kernels of modules, and memory that close gives back. After an error its
// methods do nothing more.
type deviceRun struct {
	device     *gpu.Device
	lists      *gpugraph.Oriented
	stream     *gpu.Stream
	side       *gpu.Stream // beside the kernels, to stop them
	begin, end *gpu.Event
	// total is one element. cursors are what the kernels take their work by:
	// zero when they start; beyond all work, they stop.
	total   gpu.Array[uint64]
	cursors gpu.Array[uint64]
	freeing []func() error
	err     error // the first
}

// deviceCursors is how many cursors a method can have.
const deviceCursors = 16

func newDeviceRun(dev *gpu.Device, o *gpugraph.Oriented) *deviceRun {
	r := &deviceRun{device: dev, lists: o}
	r.stream = own(r, dev.NewStream)
	r.side = own(r, dev.NewStream)
	r.begin = own(r, dev.NewEvent)
	r.end = own(r, dev.NewEvent)
	r.total = deviceArray[uint64](r, 1)
	r.cursors = deviceArray[uint64](r, deviceCursors)
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
func deviceArray[T uint32 | uint64](r *deviceRun, n int) gpu.Array[T] {
	size := int64(8)
	if _, small := any(T(0)).(uint32); small {
		size = 4
	}
	buffer := own(r, func() (*gpu.Buffer, error) { return r.device.Alloc(int64(n) * size) })
	if r.err != nil {
		return gpu.Array[T]{}
	}
	return gpu.View[T](buffer, 0, n)
}

// cursor is the i-th cursor as an argument.
func (r *deviceRun) cursor(i int) gpu.Arg {
	if r.err != nil {
		return gpu.Arg{}
	}
	return r.cursors.Slice(i, i+1).Arg()
}

// zero clears an array in the stream.
func zero[T uint32 | uint64](r *deviceRun, a gpu.Array[T]) {
	if r.err == nil {
		r.err = gpu.Memset(r.stream, a, 0)
	}
}

// read waits for the stream and returns what is in an array.
func read(r *deviceRun, a gpu.Array[uint64]) []uint64 {
	host := make([]uint64, a.Len())
	if r.err == nil {
		r.err = gpu.Read(r.stream, host, a)
	}
	return host
}

func (r *deviceRun) record(e *gpu.Event) {
	if r.err == nil {
		r.err = r.stream.Record(e)
	}
}

// count launches and waits for the count.
func (r *deviceRun) count(ctx context.Context, launch func()) (uint64, time.Duration, error) {
	if r.err == nil {
		r.err = context.Cause(ctx)
	}
	zero(r, r.cursors)
	zero(r, r.total)
	r.record(r.begin)
	if r.err == nil {
		launch()
	}
	r.record(r.end)
	if r.err == nil {
		r.err = r.wait(ctx)
	}
	total := read(r, r.total)
	if r.err != nil {
		return 0, 0, r.err
	}
	took, err := r.end.Since(r.begin)
	return total[0], took, err
}

// wait waits for the end, or ends the kernels when the context does: with
// their cursors beyond all work they find nothing more to take. That is said
// again and again, because the stream may still be before the point where it
// clears them.
func (r *deviceRun) wait(ctx context.Context) error {
	done := make(chan struct{})
	stopped := make(chan error, 1)
	go func() {
		stopped <- func() error {
			for {
				select {
				case <-done:
					return nil
				case <-ctx.Done():
				}
				if err := gpu.Memset(r.side, r.cursors, 0x7f); err != nil {
					return err
				}
				select {
				case <-done:
					return context.Cause(ctx)
				case <-time.After(20 * time.Millisecond):
				}
			}
		}()
	}()
	err := r.end.Synchronize()
	close(done)
	return cmp.Or(err, <-stopped, r.side.Synchronize())
}

// load loads a module.
func (r *deviceRun) load(name string) *gpu.Module {
	return own(r, func() (*gpu.Module, error) { return r.device.LoadModule(kernels, "kernels/"+name) })
}

// blockThreads is the size of the blocks of the kernels.
const blockThreads = 256

// deviceKernel is a kernel with the number of its blocks that the device runs
// at once. The kernels share their work out by themselves among any number.
type deviceKernel struct {
	run      *deviceRun
	function *gpu.Function
	blocks   int
	threads  int // a block
	shared   int // bytes of dynamic shared memory a block
}

// kernel finds a kernel of a module, for blocks with that many bytes of dynamic
// shared memory.
func (r *deviceRun) kernel(module *gpu.Module, name string, shared int) deviceKernel {
	return r.kernelBy(module, name, blockThreads, shared)
}

// kernelBy finds a kernel for blocks of another size.
func (r *deviceRun) kernelBy(module *gpu.Module, name string, threads, shared int) deviceKernel {
	k := deviceKernel{run: r, threads: threads, shared: shared}
	if r.err != nil {
		return k
	}
	if k.function, r.err = module.Function(name); r.err != nil {
		return k
	}
	if shared > 0 {
		if r.err = k.function.AllowShared(shared); r.err != nil {
			return k
		}
	}
	var blocks int
	blocks, r.err = k.function.BlocksPerMultiprocessor(threads, shared)
	k.blocks = max(blocks, 1) * max(r.device.Info().Multiprocessors, 1)
	return k
}

func (k deviceKernel) launch(arguments ...gpu.Arg) {
	if k.run.err != nil {
		return
	}
	shape := gpu.Shape{Grid: gpu.Dim{X: k.blocks}, Block: gpu.Dim{X: k.threads}, Shared: k.shared}
	k.run.err = k.run.stream.Launch(k.function, shape, arguments...)
}
