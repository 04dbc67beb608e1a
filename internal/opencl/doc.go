// Package opencl calls OpenCL 1.2: devices of any maker, their memory, kernels that the
// driver builds from their source. [Open] finds the library at run time, without cgo.
//
// It stands beside package gpu and not behind one interface with it. CUDA has addresses,
// streams and one buffer of arguments; OpenCL has handles, a queue and arguments that are
// set one by one; and the lists come from the CPU here. What both share is what callers
// look at: the classes of errors, and the limit of the memory.
//
// All calls go through a [Table], which package fakecl fills with a driver in Go.
package opencl

// Engine is the name of the engine that counts with OpenCL.
const Engine = "opencl"

// Place says where an engine is at work: with OpenCL that need be no GPU.
func Place[E ~string](engine E) string {
	if engine == Engine {
		return "on the device"
	}
	return "on the GPU"
}
