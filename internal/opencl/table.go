package opencl

import "unsafe"

// Result is what a call returns: 0, or a negative number that says what went wrong.
type Result int32

// Handle is anything of the driver's: a platform, a device, a context, a queue, memory, a
// program, a kernel.
type Handle uintptr

// Numbers of the interface.
const (
	platformName       = 0x0902
	deviceComputeUnits = 0x1002
	deviceGroupSize    = 0x1004
	deviceClock        = 0x100C // MHz
	deviceMaxAlloc     = 0x1010 // bytes
	deviceMemory       = 0x101F // bytes
	deviceLocalMemory  = 0x1023 // bytes
	deviceEndianLittle = 0x1026
	deviceAvailable    = 0x1027
	deviceCompiler     = 0x1028
	deviceName         = 0x102B
	deviceDriver       = 0x102D
	deviceVersion      = 0x102F
	deviceExtensions   = 0x1030
	deviceUnified      = 0x1035
	deviceType         = 0x1000
	programBinarySizes = 0x1165
	programBinaries    = 0x1166
	programBuildLog    = 0x1183
	kernelGroupSize    = 0x11B0

	typeCPU = 2
	typeGPU = 4
	typeAll = 0xFFFFFFFF
)

// question is one that an object answers with bytes: into value, and how many there are
// into size. One of the two may be nil.
type question func(object Handle, name uint32, value []byte, size *uint64) Result

// Table holds the calls. They take and return what the driver's do.
type Table struct {
	GetPlatformIDs  func(platforms []Handle, count *uint32) Result
	GetPlatformInfo question
	GetDeviceIDs    func(platform Handle, kind uint64, devices []Handle, count *uint32) Result
	GetDeviceInfo   question

	CreateContext       func(device Handle, result *Result) Handle
	ReleaseContext      func(context Handle) Result
	CreateCommandQueue  func(context, device Handle, result *Result) Handle
	ReleaseCommandQueue func(queue Handle) Result
	Finish              func(queue Handle) Result

	CreateBuffer       func(context Handle, bytes uint64, result *Result) Handle
	ReleaseMemObject   func(buffer Handle) Result
	EnqueueWriteBuffer func(queue, buffer Handle, offset, bytes uint64, from unsafe.Pointer) Result // waits
	EnqueueReadBuffer  func(queue, buffer Handle, offset, bytes uint64, to unsafe.Pointer) Result   // waits
	EnqueueCopyBuffer  func(queue, from, to Handle, fromOffset, toOffset, bytes uint64) Result
	EnqueueFillBuffer  func(queue, buffer Handle, bytes uint64) Result // with words of zero

	CreateProgramWithSource func(context Handle, source string, result *Result) Handle
	CreateProgramWithBinary func(context, device Handle, binary []byte, result *Result) Handle
	GetProgramInfo          question
	GetProgramBinary        func(program Handle, binary []byte) Result // of the only device
	BuildProgram            func(program, device Handle, options string) Result
	GetProgramBuildInfo     func(program, device Handle, name uint32, value []byte, size *uint64) Result
	ReleaseProgram          func(program Handle) Result
	CreateKernel            func(program Handle, name string, result *Result) Handle
	ReleaseKernel           func(kernel Handle) Result
	GetKernelWorkGroupInfo  func(kernel, device Handle, name uint32, value []byte, size *uint64) Result
	SetKernelArg            func(kernel Handle, index uint32, bytes uint64, value unsafe.Pointer) Result
	EnqueueNDRangeKernel    func(queue, kernel Handle, items, group uint64) Result // of one dimension
}
