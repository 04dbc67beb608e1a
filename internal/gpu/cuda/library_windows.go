//go:build !nogpu && (amd64 || arm64)

package cuda

const libraryName = "nvcuda.dll"

// beforeLoading has nothing to do.
func beforeLoading() {}
