package opencl

import (
	"errors"
	"fmt"
	"strings"

	"github.com/tricycle-graph/tricycle/internal/bytesize"
	"github.com/tricycle-graph/tricycle/internal/gpu"
)

// The classes of errors are those of package gpu. ErrNoLibrary is of the class gpu.ErrNone.
var (
	// ErrNoLibrary says that the machine or the build has no OpenCL.
	ErrNoLibrary = fmt.Errorf("%w: no OpenCL library", gpu.ErrNone)
	// ErrNoDevice says that there is no device, not that one, or none that can be used.
	ErrNoDevice = fmt.Errorf("%w: no usable OpenCL device", gpu.ErrNone)
)

// Results that mean more than their number.
const (
	success               Result = 0
	deviceNotFound        Result = -1
	deviceNotAvailable    Result = -2
	compilerNotAvailable  Result = -3
	memObjectAllocation   Result = -4
	outOfResources        Result = -5
	outOfHostMemory       Result = -6
	buildProgramFailure   Result = -11
	invalidBufferSize     Result = -61
	noPlatforms           Result = -1001
	eventFailed           Result = -14 // a kernel or a copy before it went wrong
	invalidCommandQueue   Result = -36
	nvidiaIllegalAccess   Result = -9999
	invalidWorkGroupSize  Result = -54
	invalidKernelArgs     Result = -52
	invalidArgSize        Result = -51
	invalidValue          Result = -30
	invalidDevice         Result = -33
	invalidKernelName     Result = -46
	invalidProgramExecute Result = -45
)

var names = map[Result]string{
	deviceNotFound: "CL_DEVICE_NOT_FOUND", deviceNotAvailable: "CL_DEVICE_NOT_AVAILABLE",
	compilerNotAvailable: "CL_COMPILER_NOT_AVAILABLE", memObjectAllocation: "CL_MEM_OBJECT_ALLOCATION_FAILURE",
	outOfResources: "CL_OUT_OF_RESOURCES", outOfHostMemory: "CL_OUT_OF_HOST_MEMORY",
	buildProgramFailure: "CL_BUILD_PROGRAM_FAILURE", invalidBufferSize: "CL_INVALID_BUFFER_SIZE",
	noPlatforms: "CL_PLATFORM_NOT_FOUND_KHR", eventFailed: "CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST",
	invalidCommandQueue: "CL_INVALID_COMMAND_QUEUE", nvidiaIllegalAccess: "illegal read or write of a buffer",
	invalidWorkGroupSize: "CL_INVALID_WORK_GROUP_SIZE", invalidKernelArgs: "CL_INVALID_KERNEL_ARGS",
	invalidArgSize: "CL_INVALID_ARG_SIZE", invalidValue: "CL_INVALID_VALUE", invalidDevice: "CL_INVALID_DEVICE",
	invalidKernelName: "CL_INVALID_KERNEL_NAME", invalidProgramExecute: "CL_INVALID_PROGRAM_EXECUTABLE",
}

// Error is a call that failed.
type Error struct {
	Call string // such as clCreateBuffer
	Code Result
	What string // what was being done
	Log  string // of the compiler, where it was at work
}

func check(result Result, call, what string) error {
	if result == success {
		return nil
	}
	return &Error{Call: call, Code: result, What: what}
}

func (e *Error) Error() string {
	text := fmt.Sprintf("%s: %s failed with %d", e.What, e.Call, e.Code)
	if name := names[e.Code]; name != "" {
		text = fmt.Sprintf("%s: %s failed with %s (%d)", e.What, e.Call, name, e.Code)
	}
	if log := strings.TrimSpace(e.Log); log != "" {
		text += ": " + strings.ReplaceAll(log, "\n", "; ")
	}
	return text
}

// Is reports whether the error is of a class.
func (e *Error) Is(class error) bool {
	switch class {
	case gpu.ErrNone:
		return e.Code == deviceNotFound || e.Code == deviceNotAvailable || e.Code == noPlatforms || e.Code == compilerNotAvailable
	case gpu.ErrOutOfMemory:
		return e.Code == memObjectAllocation || e.Code == outOfHostMemory || e.Code == invalidBufferSize
	case gpu.ErrDeviceLost:
		return e.Code == eventFailed || e.Code == invalidCommandQueue || e.Code == nvidiaIllegalAccess || e.Code == outOfResources
	}
	return false
}

// RoomError says that a device has no buffer of that size. It is of the class
// gpu.ErrOutOfMemory.
type RoomError struct {
	What string // that the buffer is for
	Need int64
	Most int64 // bytes that a buffer of the device can have
}

func (e *RoomError) Error() string {
	return fmt.Sprintf("%s: a buffer of %s is needed, and the device has none larger than %s", e.What, bytesize.Need(e.Need), bytesize.Limit(e.Most))
}

// Is reports whether the class is gpu.ErrOutOfMemory.
func (e *RoomError) Is(class error) bool { return class == gpu.ErrOutOfMemory }

// errClosed is what a closed device answers.
var errClosed = errors.New("opencl: the device was closed")
