//go:build !nogpu && (amd64 || arm64)

package opencl

const (
	libraryName = "/System/Library/Frameworks/OpenCL.framework/OpenCL"
	vendorName  = "" // the library has all drivers
)
