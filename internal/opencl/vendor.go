//go:build !nogpu && (linux || darwin || windows) && (amd64 || arm64)

package opencl

import (
	"fmt"
	"unsafe"

	"github.com/tricycle-graph/tricycle/internal/gpu/dynlib"
)

// ofVendor opens a driver itself. A driver exports one function, which finds another that lists its platforms. The
// first word of a platform, as of each object, points to the table of all calls, whose
// places the interface fixes (cl_khr_icd).
func ofVendor(name string) (*Table, error) {
	library, err := dynlib.Load(name)
	if err != nil {
		return nil, err
	}
	const lists = "clIcdGetPlatformIDsKHR"
	address, err := dynlib.Find(library, "clGetExtensionFunctionAddress")
	if err != nil {
		return nil, err
	}
	list := uintptr(made(address, uintptr(unsafe.Pointer(cString(lists)))))
	if list == 0 {
		return nil, fmt.Errorf("%s has no %s", name, lists)
	}
	platforms, count := make([]Handle, 1), uint32(0)
	result := call(list, 1, uintptr(unsafe.Pointer(start(platforms))), uintptr(unsafe.Pointer(&count)))
	if result != success || count == 0 {
		return nil, fmt.Errorf("it lists %d platforms, with %d", count, result)
	}
	object := *(*unsafe.Pointer)(unsafe.Pointer(&platforms[0]))
	calls := *(*unsafe.Pointer)(object)
	t := table(func(_ string, place int) uintptr {
		return *(*uintptr)(unsafe.Add(calls, uintptr(place)*unsafe.Sizeof(uintptr(0))))
	})
	// Some leave the first place empty: the platforms are listed by their own call.
	t.GetPlatformIDs = func(platforms []Handle, count *uint32) Result {
		return call(list, uintptr(len(platforms)), uintptr(unsafe.Pointer(start(platforms))), uintptr(unsafe.Pointer(count)))
	}
	return t, nil
}
