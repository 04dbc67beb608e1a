package cuda

import "unsafe"

// What the driver calls CUdevice, CUcontext and so on.
type (
	Device    int32
	Context   uintptr
	Stream    uintptr
	Event     uintptr
	Module    uintptr
	Function  uintptr
	DevicePtr uint64
)

// HostPortable makes pinned memory pinned for every context
// (CU_MEMHOSTALLOC_PORTABLE, CU_MEMHOSTREGISTER_PORTABLE).
const HostPortable = 1

// StreamNonBlocking makes a stream that does not wait for the default stream
// (CU_STREAM_NON_BLOCKING).
const StreamNonBlocking = 1

// Table holds the entry points of the driver that tricycle calls. A field is
// named as the entry point is, without cu and the version at its end.
type Table struct {
	Init               func(flags uint32) Result
	DriverGetVersion   func(version *int32) Result
	DeviceGetCount     func(count *int32) Result
	DeviceGet          func(device *Device, ordinal int32) Result
	DeviceGetName      func(name []byte, device Device) Result // ends the name with a zero byte
	DeviceGetUUID      func(uuid *[16]byte, device Device) Result
	DeviceTotalMem     func(bytes *uint64, device Device) Result
	DeviceGetAttribute func(value *int32, attribute DeviceAttribute, device Device) Result

	PrimaryCtxRetain  func(context *Context, device Device) Result
	PrimaryCtxRelease func(device Device) Result
	CtxSetCurrent     func(context Context) Result
	CtxSynchronize    func() Result

	// DeviceCanAccessPeer says whether kernels and copies of a device reach the memory of another
	// one, and CtxEnablePeerAccess lets those of the current context.
	DeviceCanAccessPeer func(can *int32, device, peer Device) Result
	CtxEnablePeerAccess func(peer Context) Result

	MemGetInfo   func(free, total *uint64) Result
	MemAlloc     func(p *DevicePtr, bytes uint64) Result
	MemFree      func(p DevicePtr) Result
	MemHostAlloc func(p *unsafe.Pointer, bytes uint64, flags uint32) Result
	MemFreeHost  func(p unsafe.Pointer) Result
	// MemHostRegister pins memory that the caller has, whole pages of it.
	MemHostRegister   func(p unsafe.Pointer, bytes uint64, flags uint32) Result
	MemHostUnregister func(p unsafe.Pointer) Result
	MemcpyHtoDAsync   func(to DevicePtr, from unsafe.Pointer, bytes uint64, stream Stream) Result
	MemcpyDtoHAsync   func(to unsafe.Pointer, from DevicePtr, bytes uint64, stream Stream) Result
	MemcpyDtoDAsync   func(to, from DevicePtr, bytes uint64, stream Stream) Result
	// MemcpyPeerAsync copies between devices; without access through the host.
	MemcpyPeerAsync func(to DevicePtr, toContext Context, from DevicePtr, fromContext Context, bytes uint64, stream Stream) Result
	MemsetD8Async   func(to DevicePtr, value uint8, bytes uint64, stream Stream) Result

	StreamCreate      func(stream *Stream, flags uint32) Result
	StreamDestroy     func(stream Stream) Result
	StreamSynchronize func(stream Stream) Result
	StreamWaitEvent   func(stream Stream, event Event) Result

	EventCreate      func(event *Event, flags uint32) Result
	EventDestroy     func(event Event) Result
	EventRecord      func(event Event, stream Stream) Result
	EventSynchronize func(event Event) Result
	EventElapsedTime func(milliseconds *float32, from, to Event) Result

	// ModuleLoadData takes PTX that ends with a zero byte, or a cubin. What
	// the compiler has against the PTX is left in log, up to a zero byte.
	ModuleLoadData    func(module *Module, image, log []byte) Result
	ModuleUnload      func(module Module) Result
	ModuleGetFunction func(function *Function, module Module, name string) Result

	FuncGetAttribute func(value *int32, attribute FunctionAttribute, function Function) Result
	FuncSetAttribute func(function Function, attribute FunctionAttribute, value int32) Result
	OccupancyBlocks  func(blocks *int32, function Function, threads int32, shared uint64) Result

	LaunchKernel func(function Function, grid, block [3]uint32, shared uint32, stream Stream, arguments *Parameters) Result
}

// Parameters are the arguments of a kernel as it finds them, one after the other, each aligned to
// its size. With them is what tells the driver where they are, so that a launch makes nothing.
type Parameters struct {
	Bytes [512]byte // more than any kernel here takes
	Size  uintptr   // bytes that there are
	where [5]uintptr
}

// Packed returns the bytes that there are.
func (p *Parameters) Packed() []byte { return p.Bytes[:p.Size] }
