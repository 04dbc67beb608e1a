package gpu

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/tricycle-graph/tricycle/internal/bytesize"
	"github.com/tricycle-graph/tricycle/internal/gpu/cuda"
)

// The classes of errors, for errors.Is. The first takes in the next three.
var (
	// ErrNone says that no device can be used, for whatever reason.
	ErrNone = cuda.ErrNone
	// ErrNoDriver says that the machine or the build has no CUDA driver.
	ErrNoDriver error = cuda.ErrNoDriver
	// ErrOldDriver says that the driver is older than [MinimumDriver].
	ErrOldDriver error = cuda.ErrOldDriver
	// ErrNoDevice says that there is no device, not that one, or none that
	// can be used.
	ErrNoDevice error = cuda.Reason("no usable GPU")
	// ErrOutOfMemory says that the device, or the limit that it was opened
	// with, has not that much memory.
	ErrOutOfMemory = errors.New("out of GPU memory")
	// ErrDeviceLost says that the context is broken, by a kernel that went
	// wrong or by the hardware. Nothing that it held can be trusted.
	ErrDeviceLost = errors.New("the GPU was lost")
	// ErrInvalidPTX says that a module does not load.
	ErrInvalidPTX = errors.New("invalid GPU code")
)

// Error is a driver call that failed.
type Error struct {
	Call string // entry point, such as cuMemAlloc
	Code int    // CUresult
	Name string // of the code, such as CUDA_ERROR_OUT_OF_MEMORY
	What string // what was being done
	Log  string // of the PTX compiler, where it was at work
}

// check turns a result into an error, nil for success.
func check(result cuda.Result, call, what string) error {
	if result == cuda.Success {
		return nil
	}
	return &Error{Call: call, Code: int(result), Name: result.String(), What: what}
}

func (e *Error) Error() string {
	var text strings.Builder
	fmt.Fprintf(&text, "%s: %s failed with %s (%d)", e.What, e.Call, e.Name, e.Code)
	if log := strings.TrimSpace(e.Log); log != "" {
		fmt.Fprintf(&text, ": %s", strings.ReplaceAll(log, "\n", "; "))
	}
	if hint := hints[cuda.Result(e.Code)]; hint != "" {
		fmt.Fprintf(&text, "; %s", hint)
	}
	return text.String()
}

// Is reports whether the error is of a class.
func (e *Error) Is(class error) bool { return slices.Contains(results(class), cuda.Result(e.Code)) }

// results returns the results that make up a class.
func results(class error) []cuda.Result {
	switch class {
	case ErrNone:
		return slices.Concat(results(ErrNoDriver), results(ErrOldDriver), results(ErrNoDevice))
	case ErrNoDriver:
		return []cuda.Result{cuda.StubLibrary}
	case ErrOldDriver:
		return []cuda.Result{cuda.RequiresNewerDriver, cuda.UnsupportedPTXVersion}
	case ErrNoDevice:
		return []cuda.Result{
			cuda.DeviceUnavailable, cuda.NoDevice, cuda.InvalidDevice,
			cuda.SystemNotReady, cuda.SystemDriverMismatch, cuda.CompatNotSupported,
		}
	case ErrOutOfMemory:
		return []cuda.Result{cuda.OutOfMemory}
	case ErrDeviceLost:
		return []cuda.Result{
			cuda.Deinitialized, cuda.ECCUncorrectable, cuda.NVLinkUncorrectable, cuda.Contained,
			cuda.IllegalAddress, cuda.LaunchTimeout, cuda.ContextDestroyed, cuda.Assert,
			cuda.HardwareStackError, cuda.IllegalInstruction, cuda.MisalignedAddress,
			cuda.InvalidAddressSpace, cuda.InvalidPC, cuda.LaunchFailed, cuda.TensorMemoryLeak,
			cuda.MPSClientTerminated, cuda.ExternalDevice, cuda.Unknown,
		}
	case ErrInvalidPTX:
		return []cuda.Result{
			cuda.InvalidImage, cuda.NoBinaryForGPU, cuda.InvalidPTX,
			cuda.CompilerNotFound, cuda.UnsupportedPTXVersion,
		}
	}
	return nil
}

const reportHint = "a kernel of ours went wrong; please report it"

// hints say what a person can do.
var hints = map[cuda.Result]string{
	cuda.IllegalAddress:        reportHint,
	cuda.IllegalInstruction:    reportHint,
	cuda.MisalignedAddress:     reportHint,
	cuda.LaunchFailed:          reportHint,
	cuda.OutOfMemory:           "another program may hold GPU memory (see nvidia-smi)",
	cuda.StubLibrary:           "libcuda.so.1 is the toolkit's stub, not a driver",
	cuda.RequiresNewerDriver:   "update the NVIDIA driver",
	cuda.DeviceUnavailable:     "the GPU is in use by another program or its compute mode forbids this one (see nvidia-smi)",
	cuda.NoDevice:              "the driver sees no GPU (see CUDA_VISIBLE_DEVICES and nvidia-smi)",
	cuda.InvalidDevice:         "tricycle devices lists the GPUs",
	cuda.NoBinaryForGPU:        "the GPU is older than compute capability " + MinimumCapability.String(),
	cuda.ECCUncorrectable:      "the GPU's memory failed; it may need a reset",
	cuda.CompilerNotFound:      "the driver's PTX compiler is not installed (libnvidia-ptxjitcompiler)",
	cuda.UnsupportedPTXVersion: "update the NVIDIA driver",
	cuda.LaunchTimeout:         "the display driver stopped a kernel that took too long",
	cuda.SystemNotReady:        "a service of the NVIDIA driver is not running",
	cuda.SystemDriverMismatch:  "the NVIDIA driver was updated and the machine not restarted since",
	cuda.Unknown:               "see the system log for messages of the NVIDIA driver",
}

// Failed reports whether an error says that no device can be used, or that one was
// not up to its work: the CPU may do better.
func Failed(err error) bool {
	var call *Error
	return errors.As(err, &call) || errors.Is(err, ErrNone) || errors.Is(err, ErrOutOfMemory) || errors.Is(err, ErrInvalidPTX)
}

// LimitError says that an allocation would pass the limit that the device was
// opened with. It is of the class [ErrOutOfMemory].
type LimitError struct {
	Need  int64 // bytes asked for
	Used  int64 // bytes allocated before
	Limit int64 // bytes allowed
}

func (e *LimitError) Error() string {
	return fmt.Sprintf("%s more of GPU memory do not fit the limit of %s, of which %s are used",
		bytesize.Need(e.Need), bytesize.Limit(e.Limit), bytesize.Need(e.Used))
}

// Is reports whether the class is ErrOutOfMemory.
func (e *LimitError) Is(class error) bool { return class == ErrOutOfMemory }

// errClosed is what a closed device answers.
var errClosed = errors.New("gpu: the device was closed")
