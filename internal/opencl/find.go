package opencl

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"

	"github.com/tricycle-graph/tricycle/internal/gpu"
)

// loadVendor opens a driver itself, once.
var loadVendor = sync.OnceValues(func() (*Table, error) { return ofVendor(vendorName) })

// find lists the devices of the drivers that the library of OpenCL finds, and after them those
// of the driver that is opened itself: a container with a GPU has NVIDIA's, and often neither
// that library nor a file that names the driver. Where the user says by OCL_ICD_VENDORS which
// drivers there are, these are all.
func find() (*Driver, error) {
	if vendorName == "" || os.Getenv("OCL_ICD_VENDORS") != "" {
		return findIn(load, nil)
	}
	return findIn(load, loadVendor)
}

// findIn is find with other libraries, for tests. vendor may be nil.
func findIn(loader, vendor func() (*Table, error)) (*Driver, error) {
	d := &Driver{}
	err := d.addFrom(loader)
	if vendor == nil || err != nil && !errors.Is(err, gpu.ErrNone) {
		return d, err
	}
	// What fails there is no news where there are other devices.
	if failed := d.addFrom(vendor); len(d.devices) == 0 {
		why := strings.TrimPrefix(failed.Error(), ErrNoDevice.Error()+": ")
		return nil, fmt.Errorf("%w; nor can the driver %s be used by itself: %s", err, vendorName, why)
	}
	return d, nil
}

func (d *Driver) addFrom(library func() (*Table, error)) error {
	t, err := library()
	if err != nil {
		return err
	}
	return d.add(t)
}
