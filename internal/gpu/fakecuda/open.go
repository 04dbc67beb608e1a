package fakecuda

import "github.com/tricycle-graph/tricycle/internal/gpu"

// Load returns d as package gpu sees it, as gpu.Open does the driver of a machine.
func (d *Driver) Load() (*gpu.Driver, error) { return gpu.New(d.Table()) }

// Open opens the first device with a limit, 0 for none.
func (d *Driver) Open(limit int64) (*gpu.Device, error) {
	driver, err := d.Load()
	if err != nil {
		return nil, err
	}
	return driver.OpenDevice(0, limit)
}
