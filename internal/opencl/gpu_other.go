//go:build !linux

package opencl

// showsGPU says that only the driver knows.
func showsGPU() bool { return true }
