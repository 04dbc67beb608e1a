package gpu

import (
	"fmt"

	"github.com/tricycle-graph/tricycle/internal/gpu/cuda"
)

// Version is a version of CUDA, and so of the driver's interface.
type Version struct{ Major, Minor int }

func (v Version) String() string { return fmt.Sprintf("%d.%d", v.Major, v.Minor) }

// before reports whether v is older than w.
func (v Version) before(w Version) bool {
	return v.Major < w.Major || v.Major == w.Major && v.Minor < w.Minor
}

// MinimumDriver is the oldest CUDA version whose driver compiles the kernels,
// which are in PTX 8.0.
var MinimumDriver = Version{12, 0}

// Driver is the CUDA driver of the machine, initialised.
type Driver struct {
	table   *cuda.Table
	version Version
	devices int
}

// Open finds the driver and initialises it. It returns [ErrNoDriver],
// [ErrOldDriver] or [ErrNoDevice] where there is none to use.
func Open() (*Driver, error) {
	table, err := cuda.Open()
	if err != nil {
		return nil, err
	}
	return New(table)
}

// New initialises the driver behind a table: Open with another driver than the
// machine's, for tests.
func New(table *cuda.Table) (*Driver, error) {
	// The version comes first: it can be had from a driver that cannot be
	// initialised, and may say why.
	var version, devices int32
	if err := check(table.DriverGetVersion(&version), "cuDriverGetVersion", "ask the driver's version"); err != nil {
		return nil, err
	}
	d := &Driver{table: table, version: Version{int(version) / 1000, int(version) % 1000 / 10}}
	if d.version.before(MinimumDriver) {
		return nil, fmt.Errorf("%w: it is of CUDA %v, and CUDA %v is needed", ErrOldDriver, d.version, MinimumDriver)
	}
	if err := check(table.Init(0), "cuInit", "start the driver"); err != nil {
		return nil, err
	}
	if err := check(table.DeviceGetCount(&devices), "cuDeviceGetCount", "count the GPUs"); err != nil {
		return nil, err
	}
	if devices == 0 {
		return nil, fmt.Errorf("%w: the driver sees none", ErrNoDevice)
	}
	d.devices = int(devices)
	return d, nil
}

// Version returns the version of CUDA that the driver is for.
func (d *Driver) Version() Version { return d.version }

// Devices returns the number of devices, which are numbered from 0.
func (d *Driver) Devices() int { return d.devices }
