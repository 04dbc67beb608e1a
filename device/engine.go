package device

// Engine says where work is done. Beside these there is "opencl", a device of OpenCL.
type Engine string

const (
	Auto Engine = "auto" // whatever is best; where a GPU cannot be used, the CPU
	CPU  Engine = "cpu"  // every core of this machine
	CUDA Engine = "cuda" // an NVIDIA GPU; without one it is an error
)
