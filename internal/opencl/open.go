//go:build !nogpu && (linux || darwin || windows) && (amd64 || arm64)

package opencl

import (
	"fmt"
	"sync"
	"unsafe"

	"github.com/ebitengine/purego"

	"github.com/tricycle-graph/tricycle/internal/gpu/dynlib"
)

// load loads the library that finds drivers, once.
var load = sync.OnceValues(func() (*Table, error) {
	library, err := dynlib.Load(libraryName)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNoLibrary, err)
	}
	var missing error
	t := table(func(name string, _ int) uintptr {
		address, err := dynlib.Find(library, name)
		if err != nil && missing == nil {
			missing = fmt.Errorf("%w: %s has no %s", ErrNoLibrary, libraryName, name)
		}
		return address
	})
	if missing != nil {
		return nil, missing
	}
	return t, nil
})

// call calls an entry point. What an argument points to stays alive and where it is until
// the call returns.
//
//go:uintptrescapes
func call(entry uintptr, arguments ...uintptr) Result {
	r, _, _ := purego.SyscallN(entry, arguments...)
	return Result(r)
}

// made is call for what returns a handle.
//
//go:uintptrescapes
func made(entry uintptr, arguments ...uintptr) Handle {
	r, _, _ := purego.SyscallN(entry, arguments...)
	return Handle(r)
}

func start[T any](s []T) *T {
	if len(s) == 0 {
		return nil
	}
	return unsafe.SliceData(s)
}

func cString(text string) *byte { return unsafe.SliceData(append([]byte(text), 0)) }

// table makes the table of what find finds: by name, or by the place that the interface of
// drivers gives each call.
func table(find func(name string, place int) uintptr) *Table {
	var (
		getPlatformIDs          = find("clGetPlatformIDs", 0)
		getPlatformInfo         = find("clGetPlatformInfo", 1)
		getDeviceIDs            = find("clGetDeviceIDs", 2)
		getDeviceInfo           = find("clGetDeviceInfo", 3)
		createContext           = find("clCreateContext", 4)
		releaseContext          = find("clReleaseContext", 7)
		createCommandQueue      = find("clCreateCommandQueue", 9)
		releaseCommandQueue     = find("clReleaseCommandQueue", 11)
		createBuffer            = find("clCreateBuffer", 14)
		releaseMemObject        = find("clReleaseMemObject", 18)
		createProgramWithSource = find("clCreateProgramWithSource", 26)
		createProgramWithBinary = find("clCreateProgramWithBinary", 27)
		getProgramInfo          = find("clGetProgramInfo", 32)
		releaseProgram          = find("clReleaseProgram", 29)
		buildProgram            = find("clBuildProgram", 30)
		getProgramBuildInfo     = find("clGetProgramBuildInfo", 33)
		createKernel            = find("clCreateKernel", 34)
		releaseKernel           = find("clReleaseKernel", 37)
		setKernelArg            = find("clSetKernelArg", 38)
		getKernelWorkGroupInfo  = find("clGetKernelWorkGroupInfo", 40)
		finish                  = find("clFinish", 47)
		enqueueReadBuffer       = find("clEnqueueReadBuffer", 48)
		enqueueWriteBuffer      = find("clEnqueueWriteBuffer", 49)
		enqueueCopyBuffer       = find("clEnqueueCopyBuffer", 50)
		enqueueNDRangeKernel    = find("clEnqueueNDRangeKernel", 59)
		enqueueFillBuffer       = find("clEnqueueFillBuffer", 102)
	)
	const wait = 1
	asks := func(entry uintptr) question {
		return func(object Handle, name uint32, value []byte, size *uint64) Result {
			return call(entry, uintptr(object), uintptr(name), uintptr(len(value)), uintptr(unsafe.Pointer(start(value))), uintptr(unsafe.Pointer(size)))
		}
	}
	asksFor := func(entry uintptr) func(object, device Handle, name uint32, value []byte, size *uint64) Result {
		return func(object, device Handle, name uint32, value []byte, size *uint64) Result {
			return call(entry, uintptr(object), uintptr(device), uintptr(name), uintptr(len(value)),
				uintptr(unsafe.Pointer(start(value))), uintptr(unsafe.Pointer(size)))
		}
	}
	release := func(entry uintptr) func(Handle) Result {
		return func(object Handle) Result { return call(entry, uintptr(object)) }
	}
	return &Table{
		GetPlatformIDs: func(platforms []Handle, count *uint32) Result {
			return call(getPlatformIDs, uintptr(len(platforms)), uintptr(unsafe.Pointer(start(platforms))), uintptr(unsafe.Pointer(count)))
		},
		GetPlatformInfo: asks(getPlatformInfo),
		GetDeviceIDs: func(platform Handle, kind uint64, devices []Handle, count *uint32) Result {
			return call(getDeviceIDs, uintptr(platform), uintptr(kind), uintptr(len(devices)), uintptr(unsafe.Pointer(start(devices))), uintptr(unsafe.Pointer(count)))
		},
		GetDeviceInfo: asks(getDeviceInfo),

		CreateContext: func(device Handle, result *Result) Handle {
			return made(createContext, 0, 1, uintptr(unsafe.Pointer(&device)), 0, 0, uintptr(unsafe.Pointer(result)))
		},
		ReleaseContext: release(releaseContext),
		CreateCommandQueue: func(context, device Handle, result *Result) Handle {
			return made(createCommandQueue, uintptr(context), uintptr(device), 0, uintptr(unsafe.Pointer(result)))
		},
		ReleaseCommandQueue: release(releaseCommandQueue),
		Finish:              release(finish),

		CreateBuffer: func(context Handle, bytes uint64, result *Result) Handle {
			return made(createBuffer, uintptr(context), 1, uintptr(bytes), 0, uintptr(unsafe.Pointer(result)))
		},
		ReleaseMemObject: release(releaseMemObject),
		EnqueueWriteBuffer: func(queue, buffer Handle, offset, bytes uint64, from unsafe.Pointer) Result {
			return call(enqueueWriteBuffer, uintptr(queue), uintptr(buffer), wait, uintptr(offset), uintptr(bytes), uintptr(from), 0, 0, 0)
		},
		EnqueueReadBuffer: func(queue, buffer Handle, offset, bytes uint64, to unsafe.Pointer) Result {
			return call(enqueueReadBuffer, uintptr(queue), uintptr(buffer), wait, uintptr(offset), uintptr(bytes), uintptr(to), 0, 0, 0)
		},
		EnqueueCopyBuffer: func(queue, from, to Handle, fromOffset, toOffset, bytes uint64) Result {
			return call(enqueueCopyBuffer, uintptr(queue), uintptr(from), uintptr(to), uintptr(fromOffset), uintptr(toOffset), uintptr(bytes), 0, 0, 0)
		},

		EnqueueFillBuffer: func(queue, buffer Handle, bytes uint64) Result {
			zero := new(uint32)
			return call(enqueueFillBuffer, uintptr(queue), uintptr(buffer), uintptr(unsafe.Pointer(zero)), 4, 0, uintptr(bytes), 0, 0, 0)
		},

		CreateProgramWithSource: func(context Handle, source string, result *Result) Handle {
			// The pointer to the text is in a slot that the driver reads through.
			text := new([1]*byte)
			text[0] = cString(source)
			return made(createProgramWithSource, uintptr(context), 1, uintptr(unsafe.Pointer(text)), 0, uintptr(unsafe.Pointer(result)))
		},
		CreateProgramWithBinary: func(context, device Handle, binary []byte, result *Result) Handle {
			text, size := new([1]*byte), uint64(len(binary))
			text[0] = start(binary)
			return made(createProgramWithBinary, uintptr(context), 1, uintptr(unsafe.Pointer(&device)), uintptr(unsafe.Pointer(&size)),
				uintptr(unsafe.Pointer(text)), 0, uintptr(unsafe.Pointer(result)))
		},
		GetProgramInfo: asks(getProgramInfo),
		GetProgramBinary: func(program Handle, binary []byte) Result {
			to := new([1]*byte)
			to[0] = start(binary)
			return call(getProgramInfo, uintptr(program), programBinaries, unsafe.Sizeof(to), uintptr(unsafe.Pointer(to)), 0)
		},
		BuildProgram: func(program, device Handle, options string) Result {
			return call(buildProgram, uintptr(program), 1, uintptr(unsafe.Pointer(&device)), uintptr(unsafe.Pointer(cString(options))), 0, 0)
		},
		GetProgramBuildInfo: asksFor(getProgramBuildInfo),
		ReleaseProgram:      release(releaseProgram),
		CreateKernel: func(program Handle, name string, result *Result) Handle {
			return made(createKernel, uintptr(program), uintptr(unsafe.Pointer(cString(name))), uintptr(unsafe.Pointer(result)))
		},
		ReleaseKernel:          release(releaseKernel),
		GetKernelWorkGroupInfo: asksFor(getKernelWorkGroupInfo),
		SetKernelArg: func(kernel Handle, index uint32, bytes uint64, value unsafe.Pointer) Result {
			return call(setKernelArg, uintptr(kernel), uintptr(index), uintptr(bytes), uintptr(value))
		},
		EnqueueNDRangeKernel: func(queue, kernel Handle, items, group uint64) Result {
			return call(enqueueNDRangeKernel, uintptr(queue), uintptr(kernel), 1, 0,
				uintptr(unsafe.Pointer(&items)), uintptr(unsafe.Pointer(&group)), 0, 0, 0)
		},
	}
}
