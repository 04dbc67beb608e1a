package gpu

import "context"

// OnDemand is a device that is opened when it is first wanted, and once. To
// open a device takes some tenths of a second, most of which can pass in the
// background.
type OnDemand struct{ group *Group }

// NewOnDemand returns a device that [Driver.OpenDevice] will open with this
// ordinal and limit, on the driver that open finds: [Open], or another for
// tests.
func NewOnDemand(open func() (*Driver, error), ordinal int, limit int64) *OnDemand {
	return &OnDemand{NewGroup(open, []int{ordinal}, limit)}
}

// Start begins to open the device in the background. Starting it again does
// nothing.
func (o *OnDemand) Start() { o.group.Start() }

// Device opens the device where nobody did, and waits until it is open or ctx
// ends. A device that could not be opened is not tried again.
func (o *OnDemand) Device(ctx context.Context) (*Device, error) {
	devices, err := o.group.Devices(ctx)
	if err != nil {
		return nil, err
	}
	return devices[0], nil
}

// Limit returns the limit that the device is opened with, 0 for none.
func (o *OnDemand) Limit() int64 { return o.group.Limit() }

// Close closes the device where it was opened, which it waits for. There is
// none afterwards.
func (o *OnDemand) Close() error { return o.group.Close() }
