package gpu

import (
	"bytes"
	"fmt"

	"github.com/tricycle-graph/tricycle/internal/gpu/cuda"
)

// Capability is a compute capability: what the device can do, and which code
// it runs.
type Capability struct{ Major, Minor int }

func (c Capability) String() string { return fmt.Sprintf("%d.%d", c.Major, c.Minor) }

// number is 90 for 9.0, as in sm_90.
func (c Capability) number() int { return 10*c.Major + c.Minor }

// MinimumCapability is the oldest compute capability that there are kernels
// for.
var MinimumCapability = Capability{7, 5}

// Info describes a device.
type Info struct {
	Ordinal             int
	Name                string
	UUID                string // GPU-xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx
	Capability          Capability
	Memory              int64 // bytes
	Multiprocessors     int
	Clock               int64 // of the multiprocessors, Hz, at its highest
	L2                  int64 // bytes
	SharedPerBlock      int   // bytes that a block can have, if it opts in
	SharedPerMultiproc  int   // bytes
	ThreadsPerMultiproc int
	prohibited          bool
}

// Info describes a device, without a context on it.
func (d *Driver) Info(ordinal int) (Info, error) {
	info, _, err := d.info(ordinal)
	return info, err
}

func (d *Driver) info(ordinal int) (Info, cuda.Device, error) {
	what := fmt.Sprintf("describe GPU %d", ordinal)
	var (
		handle cuda.Device
		name   [256]byte
		uuid   [16]byte
		memory uint64
	)
	if ordinal < 0 || ordinal >= d.devices {
		return Info{}, 0, fmt.Errorf("%w: there is no GPU %d; there are %d, numbered from 0", ErrNoDevice, ordinal, d.devices)
	}
	if err := check(d.table.DeviceGet(&handle, int32(ordinal)), "cuDeviceGet", what); err != nil {
		return Info{}, 0, err
	}
	if err := check(d.table.DeviceGetName(name[:], handle), "cuDeviceGetName", what); err != nil {
		return Info{}, 0, err
	}
	if err := check(d.table.DeviceGetUUID(&uuid, handle), "cuDeviceGetUuid", what); err != nil {
		return Info{}, 0, err
	}
	if err := check(d.table.DeviceTotalMem(&memory, handle), "cuDeviceTotalMem", what); err != nil {
		return Info{}, 0, err
	}
	var failed error
	attribute := func(a cuda.DeviceAttribute) int {
		var value int32
		if err := check(d.table.DeviceGetAttribute(&value, a, handle), "cuDeviceGetAttribute", what); err != nil && failed == nil {
			failed = err
		}
		return int(value)
	}
	text, _, _ := bytes.Cut(name[:], []byte{0})
	info := Info{
		Ordinal:             ordinal,
		Name:                string(text),
		UUID:                fmt.Sprintf("GPU-%x-%x-%x-%x-%x", uuid[:4], uuid[4:6], uuid[6:8], uuid[8:10], uuid[10:]),
		Capability:          Capability{attribute(cuda.ComputeCapabilityMajor), attribute(cuda.ComputeCapabilityMinor)},
		Memory:              int64(memory),
		Multiprocessors:     attribute(cuda.MultiprocessorCount),
		Clock:               int64(attribute(cuda.ClockRate)) * 1000,
		L2:                  int64(attribute(cuda.L2CacheSize)),
		SharedPerBlock:      attribute(cuda.SharedPerBlockOptin),
		SharedPerMultiproc:  attribute(cuda.SharedPerMultiprocessor),
		ThreadsPerMultiproc: attribute(cuda.ThreadsPerMultiproc),
		prohibited:          attribute(cuda.ComputeMode) == cuda.ComputeModeProhibited,
	}
	return info, handle, failed
}

// Usable returns nil where the device can be opened as far as its description
// tells, and otherwise an [*UnusableError].
func (i Info) Usable() error {
	switch {
	case i.Capability.number() < MinimumCapability.number():
		return &UnusableError{i, fmt.Sprintf("its compute capability is %v, and %v is needed", i.Capability, MinimumCapability)}
	case i.prohibited:
		return &UnusableError{i, "its compute mode is prohibited; its administrator can change that (nvidia-smi -c)"}
	}
	return nil
}

// UnusableError says why a device cannot be used. It is of the classes
// [ErrNoDevice] and [ErrNone].
type UnusableError struct {
	Device Info
	Reason string
}

func (e *UnusableError) Error() string {
	return fmt.Sprintf("GPU %d (%s) cannot be used: %s", e.Device.Ordinal, e.Device.Name, e.Reason)
}

// Unwrap says that no device can be used.
func (e *UnusableError) Unwrap() error { return ErrNoDevice }
