package opencl

import "path/filepath"

// gpuNodes are what GPUs that a driver works with have in /dev: those that draw, and those that
// only compute; of AMD, NVIDIA, ARM and Qualcomm, and those of Windows beneath a Linux.
var gpuNodes = []string{"/dev/dri/renderD*", "/dev/kfd", "/dev/nvidia[0-9]*", "/dev/mali*", "/dev/kgsl*", "/dev/dxg"}

// showsGPU reports whether the system shows a GPU.
func showsGPU() bool {
	for _, pattern := range gpuNodes {
		if found, err := filepath.Glob(pattern); err == nil && len(found) > 0 {
			return true
		}
	}
	return false
}
