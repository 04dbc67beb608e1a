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

const (
	success          Result = 0
	deviceNotFound   Result = -1
	invalidValue     Result = -30
	platformNotFound Result = -1001 // of what finds drivers, where there is none
)

// results names what calls fail with, and says of which class that is; nil for none.
var results = map[Result]struct {
	name  string
	class error
}{
	deviceNotFound:   {"CL_DEVICE_NOT_FOUND", gpu.ErrNone},
	-2:               {"CL_DEVICE_NOT_AVAILABLE", gpu.ErrNone},
	-3:               {"CL_COMPILER_NOT_AVAILABLE", gpu.ErrNone},
	-4:               {"CL_MEM_OBJECT_ALLOCATION_FAILURE", gpu.ErrOutOfMemory},
	-5:               {"CL_OUT_OF_RESOURCES", gpu.ErrDeviceLost},
	-6:               {"CL_OUT_OF_HOST_MEMORY", gpu.ErrOutOfMemory},
	-11:              {"CL_BUILD_PROGRAM_FAILURE", nil},
	-14:              {"CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST", gpu.ErrDeviceLost}, // a kernel or a copy before it went wrong
	invalidValue:     {"CL_INVALID_VALUE", nil},
	-33:              {"CL_INVALID_DEVICE", nil},
	-36:              {"CL_INVALID_COMMAND_QUEUE", gpu.ErrDeviceLost},
	-42:              {"CL_INVALID_BINARY", nil},
	-45:              {"CL_INVALID_PROGRAM_EXECUTABLE", nil},
	-46:              {"CL_INVALID_KERNEL_NAME", nil},
	-51:              {"CL_INVALID_ARG_SIZE", nil},
	-52:              {"CL_INVALID_KERNEL_ARGS", nil},
	-54:              {"CL_INVALID_WORK_GROUP_SIZE", nil},
	-61:              {"CL_INVALID_BUFFER_SIZE", gpu.ErrOutOfMemory},
	platformNotFound: {"CL_PLATFORM_NOT_FOUND_KHR", gpu.ErrNone},
	-9999:            {"illegal read or write of a buffer", gpu.ErrDeviceLost}, // NVIDIA's
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
	if name := results[e.Code].name; name != "" {
		text = fmt.Sprintf("%s: %s failed with %s (%d)", e.What, e.Call, name, e.Code)
	}
	if log := strings.TrimSpace(e.Log); log != "" {
		text += ": " + strings.ReplaceAll(log, "\n", "; ")
	}
	return text
}

// Is reports whether the error is of a class.
func (e *Error) Is(class error) bool { return class != nil && class == results[e.Code].class }

// RoomError says that a device has no room, or no buffer of that size. It is of the class
// gpu.ErrOutOfMemory.
type RoomError struct {
	What   string // that the room is for
	Need   int64
	Most   int64 // bytes that there are
	Buffer bool  // they are those of the largest buffer
}

func (e *RoomError) Error() string {
	if e.Buffer {
		return fmt.Sprintf("%s: a buffer of %s is needed, and the device has none larger than %s", e.What, bytesize.Need(e.Need), bytesize.Limit(e.Most))
	}
	return fmt.Sprintf("%s needs %s on the OpenCL device, which has %s", e.What, bytesize.Need(e.Need), bytesize.Limit(e.Most))
}

// Is reports whether the class is gpu.ErrOutOfMemory.
func (e *RoomError) Is(class error) bool { return class == gpu.ErrOutOfMemory }

// errClosed is what a closed device answers.
var errClosed = errors.New("opencl: the device was closed")
