//go:build !nogpu && (amd64 || arm64)

package opencl

const (
	libraryName = "libOpenCL.so.1"
	vendorName  = "libnvidia-opencl.so.1"
)
