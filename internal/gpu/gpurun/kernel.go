package gpurun

import "github.com/tricycle-graph/tricycle/internal/gpu"

// Kernel is a kernel with the number of its blocks that the device runs at once,
// for kernels that share their work out by themselves among any number.
type Kernel struct {
	Blocks  int
	Threads int // a block

	run      *Run
	function *gpu.Function
	shared   int // bytes of dynamic shared memory a block
}

// Kernel finds a kernel of a module, for blocks of so many threads with so many
// bytes of dynamic shared memory.
func (r *Run) Kernel(module *gpu.Module, name string, threads, shared int) Kernel {
	k := Kernel{run: r, Threads: threads, shared: shared}
	if r.Err != nil {
		return k
	}
	if k.function, r.Err = module.Function(name); r.Err != nil {
		return k
	}
	if shared > 0 {
		if r.Err = k.function.AllowShared(shared); r.Err != nil {
			return k
		}
	}
	var blocks int
	blocks, r.Err = k.function.BlocksPerMultiprocessor(threads, shared)
	k.Blocks = max(blocks, 1) * max(r.Device.Info().Multiprocessors, 1)
	return k
}

// Launch runs the kernel in the stream.
func (k Kernel) Launch(arguments ...gpu.Arg) {
	k.run.Launch(k.function, gpu.Shape{Grid: gpu.Dim{X: k.Blocks}, Block: gpu.Dim{X: k.Threads}, Shared: k.shared}, arguments...)
}
