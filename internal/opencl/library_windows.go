//go:build !nogpu && (amd64 || arm64)

package opencl

const (
	libraryName = "OpenCL.dll"
	vendorName  = "nvopencl64.dll"
)
