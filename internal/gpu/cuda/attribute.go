package cuda

// DeviceAttribute is a CUdevice_attribute.
type DeviceAttribute int32

// The attributes of a device that are asked for.
const (
	ClockRate               DeviceAttribute = 13 // kHz
	MultiprocessorCount     DeviceAttribute = 16
	ComputeMode             DeviceAttribute = 20
	L2CacheSize             DeviceAttribute = 38 // bytes
	ThreadsPerMultiproc     DeviceAttribute = 39
	ComputeCapabilityMajor  DeviceAttribute = 75
	ComputeCapabilityMinor  DeviceAttribute = 76
	SharedPerMultiprocessor DeviceAttribute = 81 // bytes
	SharedPerBlockOptin     DeviceAttribute = 97 // bytes
)

// ComputeModeProhibited is the compute mode of a device on which no context
// can be made.
const ComputeModeProhibited = 2

// FunctionAttribute is a CUfunction_attribute.
type FunctionAttribute int32

// The attributes of a function that are asked for or set.
const (
	FunctionMaxThreads       FunctionAttribute = 0 // a block
	FunctionShared           FunctionAttribute = 1 // bytes, static
	FunctionLocal            FunctionAttribute = 3 // bytes a thread
	FunctionRegisters        FunctionAttribute = 4 // a thread
	FunctionMaxDynamicShared FunctionAttribute = 8 // bytes
)
