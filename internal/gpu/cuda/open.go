//go:build !nogpu && (linux || windows) && (amd64 || arm64)

package cuda

import (
	"fmt"
	"runtime"
	"unsafe"

	"github.com/ebitengine/purego"

	"github.com/tricycle-graph/tricycle/internal/gpu/dynlib"
)

// Open loads the driver's library and returns its entry points. The library
// is never unloaded: its threads would be left without code.
//
// It returns [ErrNoDriver] where there is no library and [ErrOldDriver] where
// an entry point is missing from it.
func Open() (*Table, error) {
	beforeLoading()
	library, err := dynlib.Load(libraryName)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNoDriver, err)
	}
	e := entries{library: library}
	t := e.table()
	if e.err != nil {
		return nil, e.err
	}
	return t, nil
}

// entries looks entry points up and remembers the first that is missing.
type entries struct {
	library uintptr
	err     error
}

func (e *entries) find(name string) uintptr {
	address, err := dynlib.Find(e.library, name)
	if err != nil && e.err == nil {
		e.err = fmt.Errorf("%w: %s has no %s", ErrOldDriver, libraryName, name)
	}
	return address
}

// call calls an entry point. What an argument points to stays alive and where
// it is until the call returns.
//
//go:uintptrescapes
func call(entry uintptr, arguments ...uintptr) Result {
	r, _, _ := purego.SyscallN(entry, arguments...)
	return Result(r)
}

// table calls through call, whose rules of escape cover pointers converted in
// its argument list. The functions behind the fields stay this plain for that.
func (e *entries) table() *Table {
	var (
		initialize         = e.find("cuInit")
		driverGetVersion   = e.find("cuDriverGetVersion")
		deviceGetCount     = e.find("cuDeviceGetCount")
		deviceGet          = e.find("cuDeviceGet")
		deviceGetName      = e.find("cuDeviceGetName")
		deviceGetUUID      = e.find("cuDeviceGetUuid_v2")
		deviceTotalMem     = e.find("cuDeviceTotalMem_v2")
		deviceGetAttribute = e.find("cuDeviceGetAttribute")
		primaryCtxRetain   = e.find("cuDevicePrimaryCtxRetain")
		primaryCtxRelease  = e.find("cuDevicePrimaryCtxRelease_v2")
		ctxSetCurrent      = e.find("cuCtxSetCurrent")
		ctxSynchronize     = e.find("cuCtxSynchronize")
		deviceCanAccess    = e.find("cuDeviceCanAccessPeer")
		ctxEnablePeer      = e.find("cuCtxEnablePeerAccess")
		memGetInfo         = e.find("cuMemGetInfo_v2")
		memAlloc           = e.find("cuMemAlloc_v2")
		memFree            = e.find("cuMemFree_v2")
		memHostAlloc       = e.find("cuMemHostAlloc")
		memFreeHost        = e.find("cuMemFreeHost")
		memHostRegister    = e.find("cuMemHostRegister_v2")
		memHostUnregister  = e.find("cuMemHostUnregister")
		memcpyHtoDAsync    = e.find("cuMemcpyHtoDAsync_v2")
		memcpyDtoHAsync    = e.find("cuMemcpyDtoHAsync_v2")
		memcpyDtoDAsync    = e.find("cuMemcpyDtoDAsync_v2")
		memcpyPeerAsync    = e.find("cuMemcpyPeerAsync")
		memsetD8Async      = e.find("cuMemsetD8Async")
		streamCreate       = e.find("cuStreamCreate")
		streamDestroy      = e.find("cuStreamDestroy_v2")
		streamSynchronize  = e.find("cuStreamSynchronize")
		streamWaitEvent    = e.find("cuStreamWaitEvent")
		eventCreate        = e.find("cuEventCreate")
		eventDestroy       = e.find("cuEventDestroy_v2")
		eventRecord        = e.find("cuEventRecord")
		eventSynchronize   = e.find("cuEventSynchronize")
		eventElapsedTime   = e.find("cuEventElapsedTime")
		moduleLoadDataEx   = e.find("cuModuleLoadDataEx")
		moduleUnload       = e.find("cuModuleUnload")
		moduleGetFunction  = e.find("cuModuleGetFunction")
		funcGetAttribute   = e.find("cuFuncGetAttribute")
		funcSetAttribute   = e.find("cuFuncSetAttribute")
		occupancyBlocks    = e.find("cuOccupancyMaxActiveBlocksPerMultiprocessor")
		launchKernel       = e.find("cuLaunchKernel")
	)
	return &Table{
		Init:             func(flags uint32) Result { return call(initialize, uintptr(flags)) },
		DriverGetVersion: func(version *int32) Result { return call(driverGetVersion, uintptr(unsafe.Pointer(version))) },
		DeviceGetCount:   func(count *int32) Result { return call(deviceGetCount, uintptr(unsafe.Pointer(count))) },
		DeviceGet: func(device *Device, ordinal int32) Result {
			return call(deviceGet, uintptr(unsafe.Pointer(device)), uintptr(ordinal))
		},
		DeviceGetName: func(name []byte, device Device) Result {
			return call(deviceGetName, uintptr(unsafe.Pointer(unsafe.SliceData(name))), uintptr(len(name)), uintptr(device))
		},
		DeviceGetUUID: func(uuid *[16]byte, device Device) Result {
			return call(deviceGetUUID, uintptr(unsafe.Pointer(uuid)), uintptr(device))
		},
		DeviceTotalMem: func(bytes *uint64, device Device) Result {
			return call(deviceTotalMem, uintptr(unsafe.Pointer(bytes)), uintptr(device))
		},
		DeviceGetAttribute: func(value *int32, attribute DeviceAttribute, device Device) Result {
			return call(deviceGetAttribute, uintptr(unsafe.Pointer(value)), uintptr(attribute), uintptr(device))
		},

		PrimaryCtxRetain: func(context *Context, device Device) Result {
			return call(primaryCtxRetain, uintptr(unsafe.Pointer(context)), uintptr(device))
		},
		PrimaryCtxRelease: func(device Device) Result { return call(primaryCtxRelease, uintptr(device)) },
		CtxSetCurrent:     func(context Context) Result { return call(ctxSetCurrent, uintptr(context)) },
		CtxSynchronize:    func() Result { return call(ctxSynchronize) },

		DeviceCanAccessPeer: func(can *int32, device, peer Device) Result {
			return call(deviceCanAccess, uintptr(unsafe.Pointer(can)), uintptr(device), uintptr(peer))
		},
		CtxEnablePeerAccess: func(peer Context) Result { return call(ctxEnablePeer, uintptr(peer), 0) },

		MemGetInfo: func(free, total *uint64) Result {
			return call(memGetInfo, uintptr(unsafe.Pointer(free)), uintptr(unsafe.Pointer(total)))
		},
		MemAlloc: func(p *DevicePtr, bytes uint64) Result {
			return call(memAlloc, uintptr(unsafe.Pointer(p)), uintptr(bytes))
		},
		MemFree: func(p DevicePtr) Result { return call(memFree, uintptr(p)) },
		MemHostAlloc: func(p *unsafe.Pointer, bytes uint64, flags uint32) Result {
			return call(memHostAlloc, uintptr(unsafe.Pointer(p)), uintptr(bytes), uintptr(flags))
		},
		MemFreeHost: func(p unsafe.Pointer) Result { return call(memFreeHost, uintptr(p)) },
		MemHostRegister: func(p unsafe.Pointer, bytes uint64, flags uint32) Result {
			return call(memHostRegister, uintptr(p), uintptr(bytes), uintptr(flags))
		},
		MemHostUnregister: func(p unsafe.Pointer) Result { return call(memHostUnregister, uintptr(p)) },
		MemcpyHtoDAsync: func(to DevicePtr, from unsafe.Pointer, bytes uint64, stream Stream) Result {
			return call(memcpyHtoDAsync, uintptr(to), uintptr(from), uintptr(bytes), uintptr(stream))
		},
		MemcpyDtoHAsync: func(to unsafe.Pointer, from DevicePtr, bytes uint64, stream Stream) Result {
			return call(memcpyDtoHAsync, uintptr(to), uintptr(from), uintptr(bytes), uintptr(stream))
		},
		MemcpyDtoDAsync: func(to, from DevicePtr, bytes uint64, stream Stream) Result {
			return call(memcpyDtoDAsync, uintptr(to), uintptr(from), uintptr(bytes), uintptr(stream))
		},
		MemcpyPeerAsync: func(to DevicePtr, toContext Context, from DevicePtr, fromContext Context, bytes uint64, stream Stream) Result {
			return call(memcpyPeerAsync, uintptr(to), uintptr(toContext), uintptr(from), uintptr(fromContext), uintptr(bytes), uintptr(stream))
		},
		MemsetD8Async: func(to DevicePtr, value uint8, bytes uint64, stream Stream) Result {
			return call(memsetD8Async, uintptr(to), uintptr(value), uintptr(bytes), uintptr(stream))
		},

		StreamCreate: func(stream *Stream, flags uint32) Result {
			return call(streamCreate, uintptr(unsafe.Pointer(stream)), uintptr(flags))
		},
		StreamDestroy:     func(stream Stream) Result { return call(streamDestroy, uintptr(stream)) },
		StreamSynchronize: func(stream Stream) Result { return call(streamSynchronize, uintptr(stream)) },
		StreamWaitEvent: func(stream Stream, event Event) Result {
			return call(streamWaitEvent, uintptr(stream), uintptr(event), 0)
		},

		EventCreate: func(event *Event, flags uint32) Result {
			return call(eventCreate, uintptr(unsafe.Pointer(event)), uintptr(flags))
		},
		EventDestroy:     func(event Event) Result { return call(eventDestroy, uintptr(event)) },
		EventRecord:      func(event Event, stream Stream) Result { return call(eventRecord, uintptr(event), uintptr(stream)) },
		EventSynchronize: func(event Event) Result { return call(eventSynchronize, uintptr(event)) },
		EventElapsedTime: func(milliseconds *float32, from, to Event) Result {
			return call(eventElapsedTime, uintptr(unsafe.Pointer(milliseconds)), uintptr(from), uintptr(to))
		},

		ModuleLoadData: func(module *Module, image, log []byte) Result {
			return loadModule(moduleLoadDataEx, module, image, log)
		},
		ModuleUnload: func(module Module) Result { return call(moduleUnload, uintptr(module)) },
		ModuleGetFunction: func(function *Function, module Module, name string) Result {
			text := append([]byte(name), 0)
			return call(moduleGetFunction, uintptr(unsafe.Pointer(function)), uintptr(module),
				uintptr(unsafe.Pointer(unsafe.SliceData(text))))
		},

		FuncGetAttribute: func(value *int32, attribute FunctionAttribute, function Function) Result {
			return call(funcGetAttribute, uintptr(unsafe.Pointer(value)), uintptr(attribute), uintptr(function))
		},
		FuncSetAttribute: func(function Function, attribute FunctionAttribute, value int32) Result {
			return call(funcSetAttribute, uintptr(function), uintptr(attribute), uintptr(value))
		},
		OccupancyBlocks: func(blocks *int32, function Function, threads int32, shared uint64) Result {
			return call(occupancyBlocks, uintptr(unsafe.Pointer(blocks)), uintptr(function), uintptr(threads), uintptr(shared))
		},

		LaunchKernel: func(function Function, grid, block [3]uint32, shared uint32, stream Stream, arguments *Parameters) Result {
			return launch(launchKernel, function, grid, block, shared, stream, arguments)
		},
	}
}

// loadModule loads a module. The compiler writes its errors into log.
func loadModule(entry uintptr, module *Module, image, log []byte) Result {
	const (
		errorLogBuffer = 5 // CU_JIT_ERROR_LOG_BUFFER
		errorLogSize   = 6 // CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES
	)
	options := [2]int32{errorLogBuffer, errorLogSize}
	// The driver gets log through a pointer in values, where call does not see it.
	var pins runtime.Pinner
	defer pins.Unpin()
	pins.Pin(unsafe.SliceData(log))
	values := [2]uintptr{uintptr(unsafe.Pointer(unsafe.SliceData(log))), uintptr(len(log))}
	return call(entry, uintptr(unsafe.Pointer(module)), uintptr(unsafe.Pointer(unsafe.SliceData(image))),
		uintptr(len(options)), uintptr(unsafe.Pointer(&options)), uintptr(unsafe.Pointer(&values)))
}

// launch hands the arguments over as one buffer (CU_LAUNCH_PARAM_*).
func launch(entry uintptr, function Function, grid, block [3]uint32, shared uint32, stream Stream, arguments *Parameters) Result {
	const (
		end           = 0
		bufferPointer = 1
		bufferSize    = 2
	)
	// The driver gets these through pointers in pointers, where call does not
	// see them: but it keeps the object that they are all in.
	arguments.where = [5]uintptr{
		bufferPointer, uintptr(unsafe.Pointer(&arguments.Bytes)),
		bufferSize, uintptr(unsafe.Pointer(&arguments.Size)),
		end,
	}
	return call(entry, uintptr(function),
		uintptr(grid[0]), uintptr(grid[1]), uintptr(grid[2]),
		uintptr(block[0]), uintptr(block[1]), uintptr(block[2]),
		uintptr(shared), uintptr(stream), 0, uintptr(unsafe.Pointer(&arguments.where)))
}
