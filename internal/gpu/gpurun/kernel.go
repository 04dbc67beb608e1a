package gpurun

import "github.com/tricycle-graph/tricycle/internal/gpu"

// Kernel is a kernel with the number of its blocks that the device runs at once,
// for kernels that share their work out by themselves among any number.
type Kernel[A gpu.Arguments] struct {
	Blocks  int
	Threads int // a block

	run      *Run
	function *gpu.Function
	shared   int // bytes of dynamic shared memory a block
}

// Find finds a kernel, and loads its module first where it is new to the run, for
// blocks of so many threads with so many bytes of dynamic shared memory.
func Find[A gpu.Arguments](r *Run, entry gpu.Entry[A], threads, shared int) Kernel[A] {
	k := Kernel[A]{run: r, Threads: threads, shared: shared}
	if k.function = function(r, entry); r.Err != nil {
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
func (k Kernel[A]) Launch(arguments A) {
	if k.run.Err == nil {
		shape := gpu.Shape{Grid: gpu.Dim{X: k.Blocks}, Block: gpu.Dim{X: k.Threads}, Shared: k.shared}
		packed := gpu.NewPacked()
		arguments.Pack(packed)
		k.run.Err = k.run.Stream.Launch(k.function, shape, packed)
	}
}

// Launch runs a kernel in the stream, in blocks of a shape.
func Launch[A gpu.Arguments](r *Run, entry gpu.Entry[A], shape gpu.Shape, arguments A) {
	f := function(r, entry)
	if r.Err == nil {
		packed := gpu.NewPacked()
		arguments.Pack(packed)
		r.Err = r.Stream.Launch(f, shape, packed)
	}
}

// function finds a kernel, once.
func function[A gpu.Arguments](r *Run, entry gpu.Entry[A]) *gpu.Function {
	name := functionName{moduleName{entry.Files, entry.Module}, entry.Name}
	if f := r.functions[name]; f != nil {
		return f
	}
	module := r.Load(entry.Files, entry.Module)
	if r.Err == nil {
		r.functions[name], r.Err = module.Function(entry.Name)
	}
	return r.functions[name]
}

type functionName struct {
	module moduleName
	name   string
}
