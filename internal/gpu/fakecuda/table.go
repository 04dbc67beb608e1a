package fakecuda

import (
	"unsafe"

	"github.com/tricycle-graph/tricycle/internal/gpu/cuda"
)

// What every device of the fake driver has.
const (
	sharedPerBlock           = 227 << 10
	sharedOfBlock            = 1 << 10 // that the device takes of a block for itself
	sharedPerMultiprocessor  = sharedPerBlock + sharedOfBlock
	threadsPerMultiprocessor = 2048
)

// Table returns the driver's entry points.
func (d *Driver) Table() *cuda.Table {
	// do makes a call: counted, one at a time, and failing where the test
	// wants it to.
	do := func(name string, body func() cuda.Result) cuda.Result {
		d.mu.Lock()
		defer d.mu.Unlock()
		if d.step(name) {
			return d.result
		}
		result := body()
		d.stir()
		if d.broken {
			return cuda.LaunchFailed
		}
		return result
	}
	// giveBack is do for a call that gives an object back, which it does even
	// where it fails.
	giveBack := func(name, kind string, handle uintptr) cuda.Result {
		d.mu.Lock()
		defer d.mu.Unlock()
		x := d.find(kind, handle)
		if x == nil {
			return cuda.InvalidHandle
		}
		d.drain(x.device)
		d.devices[x.device].used -= x.size
		delete(d.objects, handle)
		if d.step(name) {
			return d.result
		}
		if _, ok := d.context(name); !ok {
			return cuda.InvalidContext
		}
		return cuda.Success
	}
	return &cuda.Table{
		Init: func(uint32) cuda.Result {
			return do("cuInit", func() cuda.Result {
				if len(d.devices) == 0 {
					return cuda.NoDevice
				}
				return cuda.Success
			})
		},
		DriverGetVersion: func(version *int32) cuda.Result {
			return do("cuDriverGetVersion", func() cuda.Result { *version = d.Version; return cuda.Success })
		},
		DeviceGetCount: func(count *int32) cuda.Result {
			return do("cuDeviceGetCount", func() cuda.Result { *count = int32(len(d.devices)); return cuda.Success })
		},
		DeviceGet: func(device *cuda.Device, ordinal int32) cuda.Result {
			return do("cuDeviceGet", func() cuda.Result {
				if ordinal < 0 || int(ordinal) >= len(d.devices) {
					return cuda.InvalidDevice
				}
				*device = cuda.Device(ordinal)
				return cuda.Success
			})
		},
		DeviceGetName: func(name []byte, device cuda.Device) cuda.Result {
			return do("cuDeviceGetName", func() cuda.Result {
				copy(name, d.devices[device].Name+"\x00")
				return cuda.Success
			})
		},
		DeviceGetUUID: func(uuid *[16]byte, device cuda.Device) cuda.Result {
			return do("cuDeviceGetUuid", func() cuda.Result { *uuid = [16]byte{15: byte(device)}; return cuda.Success })
		},
		DeviceTotalMem: func(bytes *uint64, device cuda.Device) cuda.Result {
			return do("cuDeviceTotalMem", func() cuda.Result { *bytes = d.devices[device].Memory; return cuda.Success })
		},
		DeviceGetAttribute: func(value *int32, attribute cuda.DeviceAttribute, device cuda.Device) cuda.Result {
			return do("cuDeviceGetAttribute", func() cuda.Result {
				*value = d.devices[device].attribute(attribute)
				return cuda.Success
			})
		},

		PrimaryCtxRetain: func(context *cuda.Context, device cuda.Device) cuda.Result {
			return do("cuDevicePrimaryCtxRetain", func() cuda.Result {
				if d.devices[device].Prohibited {
					return cuda.DeviceUnavailable
				}
				d.devices[device].retained++
				*context = cuda.Context(device + 1)
				return cuda.Success
			})
		},
		PrimaryCtxRelease: func(device cuda.Device) cuda.Result {
			d.mu.Lock()
			defer d.mu.Unlock()
			d.devices[device].retained--
			if d.step("cuDevicePrimaryCtxRelease") {
				return d.result
			}
			return cuda.Success
		},
		CtxSetCurrent: func(context cuda.Context) cuda.Result {
			// It is current even where the call fails, so that what a thread gives
			// back all the same is no misuse, whichever thread that is.
			d.mu.Lock()
			d.current[threadID()] = context
			d.mu.Unlock()
			return do("cuCtxSetCurrent", func() cuda.Result { return cuda.Success })
		},
		CtxSynchronize: func() cuda.Result {
			return do("cuCtxSynchronize", func() cuda.Result {
				device, ok := d.context("cuCtxSynchronize")
				if !ok {
					return cuda.InvalidContext
				}
				d.drain(device)
				return cuda.Success
			})
		},

		DeviceCanAccessPeer: func(can *int32, device, peer cuda.Device) cuda.Result {
			return do("cuDeviceCanAccessPeer", func() cuda.Result { return d.canAccessPeer(can, device, peer) })
		},
		CtxEnablePeerAccess: func(peer cuda.Context) cuda.Result {
			return do("cuCtxEnablePeerAccess", func() cuda.Result { return d.enablePeer(peer) })
		},

		MemGetInfo: func(free, total *uint64) cuda.Result {
			return do("cuMemGetInfo", func() cuda.Result { return d.memGetInfo(free, total) })
		},
		MemAlloc: func(p *cuda.DevicePtr, bytes uint64) cuda.Result {
			return do("cuMemAlloc", func() cuda.Result { return d.memAlloc(p, bytes) })
		},
		MemFree: func(p cuda.DevicePtr) cuda.Result { return giveBack("cuMemFree", "device memory", uintptr(p)) },
		MemHostAlloc: func(p *unsafe.Pointer, bytes uint64, flags uint32) cuda.Result {
			return do("cuMemHostAlloc", func() cuda.Result { return d.memHostAlloc(p, bytes, flags) })
		},
		MemFreeHost: func(p unsafe.Pointer) cuda.Result {
			return giveBack("cuMemFreeHost", "pinned memory", uintptr(p))
		},
		MemHostRegister: func(p unsafe.Pointer, bytes uint64, flags uint32) cuda.Result {
			return do("cuMemHostRegister", func() cuda.Result { return d.memHostRegister(p, bytes, flags) })
		},
		MemHostUnregister: func(p unsafe.Pointer) cuda.Result {
			return giveBack("cuMemHostUnregister", "registered memory", uintptr(p))
		},
		MemcpyHtoDAsync: func(to cuda.DevicePtr, from unsafe.Pointer, bytes uint64, stream cuda.Stream) cuda.Result {
			return do("cuMemcpyHtoDAsync", func() cuda.Result { return d.memcpyHtoD(to, from, bytes, stream) })
		},
		MemcpyDtoHAsync: func(to unsafe.Pointer, from cuda.DevicePtr, bytes uint64, stream cuda.Stream) cuda.Result {
			return do("cuMemcpyDtoHAsync", func() cuda.Result { return d.memcpyDtoH(to, from, bytes, stream) })
		},
		MemcpyDtoDAsync: func(to, from cuda.DevicePtr, bytes uint64, stream cuda.Stream) cuda.Result {
			return do("cuMemcpyDtoDAsync", func() cuda.Result {
				return d.enqueue(stream, d.deviceBytes(to, bytes), d.deviceBytes(from, bytes))
			})
		},
		MemcpyPeerAsync: func(to cuda.DevicePtr, toContext cuda.Context, from cuda.DevicePtr, fromContext cuda.Context, bytes uint64, stream cuda.Stream) cuda.Result {
			return do("cuMemcpyPeerAsync", func() cuda.Result {
				d.cross(toContext, fromContext, bytes)
				return d.enqueue(stream, d.bytesOf(toContext, to, bytes), d.bytesOf(fromContext, from, bytes))
			})
		},
		MemsetD8Async: func(to cuda.DevicePtr, value uint8, bytes uint64, stream cuda.Stream) cuda.Result {
			return do("cuMemsetD8Async", func() cuda.Result { return d.memsetD8(to, value, bytes, stream) })
		},

		StreamCreate: func(stream *cuda.Stream, flags uint32) cuda.Result {
			return do("cuStreamCreate", func() cuda.Result { return d.streamCreate(stream, flags) })
		},
		StreamDestroy: func(stream cuda.Stream) cuda.Result {
			return giveBack("cuStreamDestroy", "stream", uintptr(stream))
		},
		StreamSynchronize: func(stream cuda.Stream) cuda.Result {
			return do("cuStreamSynchronize", func() cuda.Result { return d.streamSynchronize(stream) })
		},
		StreamWaitEvent: func(stream cuda.Stream, event cuda.Event) cuda.Result {
			return do("cuStreamWaitEvent", func() cuda.Result { return d.streamWaitEvent(stream, event) })
		},

		EventCreate: func(event *cuda.Event, flags uint32) cuda.Result {
			return do("cuEventCreate", func() cuda.Result { return d.eventCreate(event, flags) })
		},
		EventDestroy: func(event cuda.Event) cuda.Result { return giveBack("cuEventDestroy", "event", uintptr(event)) },
		EventRecord: func(event cuda.Event, stream cuda.Stream) cuda.Result {
			return do("cuEventRecord", func() cuda.Result { return d.eventRecord(event, stream) })
		},
		EventSynchronize: func(event cuda.Event) cuda.Result {
			return do("cuEventSynchronize", func() cuda.Result { return d.eventSynchronize(event) })
		},
		EventElapsedTime: func(milliseconds *float32, from, to cuda.Event) cuda.Result {
			return do("cuEventElapsedTime", func() cuda.Result { return d.eventElapsedTime(milliseconds, from, to) })
		},

		ModuleLoadData: func(module *cuda.Module, image, log []byte) cuda.Result {
			return do("cuModuleLoadDataEx", func() cuda.Result { return d.moduleLoadData(module, image, log) })
		},
		ModuleUnload: func(module cuda.Module) cuda.Result {
			return giveBack("cuModuleUnload", "module", uintptr(module))
		},
		ModuleGetFunction: func(function *cuda.Function, module cuda.Module, name string) cuda.Result {
			return do("cuModuleGetFunction", func() cuda.Result { return d.moduleGetFunction(function, module, name) })
		},

		FuncGetAttribute: func(value *int32, attribute cuda.FunctionAttribute, function cuda.Function) cuda.Result {
			return do("cuFuncGetAttribute", func() cuda.Result { return d.funcGetAttribute(value, attribute, function) })
		},
		FuncSetAttribute: func(function cuda.Function, attribute cuda.FunctionAttribute, value int32) cuda.Result {
			return do("cuFuncSetAttribute", func() cuda.Result { return d.funcSetAttribute(function, attribute, value) })
		},
		OccupancyBlocks: func(blocks *int32, function cuda.Function, threads int32, shared uint64) cuda.Result {
			return do("cuOccupancyMaxActiveBlocksPerMultiprocessor", func() cuda.Result {
				return d.occupancyBlocks(blocks, function, threads, shared)
			})
		},

		LaunchKernel: func(f cuda.Function, grid, block [3]uint32, shared uint32, s cuda.Stream, arguments *cuda.Parameters) cuda.Result {
			return do("cuLaunchKernel", func() cuda.Result { return d.launchKernel(f, grid, block, shared, s, arguments.Packed()) })
		},
	}
}

func (x *device) attribute(a cuda.DeviceAttribute) int32 {
	switch a {
	case cuda.ClockRate:
		return 1_980_000
	case cuda.MultiprocessorCount:
		if x.Runs {
			return runningMultiprocessors
		}
		return 132
	case cuda.ComputeMode:
		if x.Prohibited {
			return cuda.ComputeModeProhibited
		}
		return 0
	case cuda.L2CacheSize:
		return 60 << 20
	case cuda.ThreadsPerMultiproc:
		return threadsPerMultiprocessor
	case cuda.ComputeCapabilityMajor:
		return x.Major
	case cuda.ComputeCapabilityMinor:
		return x.Minor
	case cuda.SharedPerMultiprocessor:
		return sharedPerMultiprocessor
	case cuda.SharedPerBlockOptin:
		return sharedPerBlock
	}
	return 0
}
