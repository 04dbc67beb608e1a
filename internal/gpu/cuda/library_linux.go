//go:build !nogpu && (amd64 || arm64)

package cuda

const libraryName = "libcuda.so.1"

// beforeLoading sets what the driver looks for when it is loaded.
func beforeLoading() { fewQueues() }
