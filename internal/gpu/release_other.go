//go:build !linux

package gpu

// Release returns the release of the driver, "" where the system does not
// tell, as here.
func (d *Driver) Release() string { return "" }
