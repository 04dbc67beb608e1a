package gpu

import (
	"context"
	"sync"
)

// OnDemand is a device that is opened when it is first wanted, and once. To
// open a device takes some tenths of a second, most of which can pass in the
// background.
type OnDemand struct {
	ordinal int
	limit   int64
	driver  func() (*Driver, error)
	start   sync.Once
	opened  chan struct{} // closed when the two below are set
	device  *Device
	err     error
}

// NewOnDemand returns a device that [Driver.OpenDevice] will open with this
// ordinal and limit, on the driver that open finds: [Open], or another for
// tests.
func NewOnDemand(open func() (*Driver, error), ordinal int, limit int64) *OnDemand {
	return &OnDemand{ordinal: ordinal, limit: limit, driver: open, opened: make(chan struct{})}
}

// Start begins to open the device in the background. Starting it again does
// nothing.
func (o *OnDemand) Start() {
	o.start.Do(func() {
		go func() {
			defer close(o.opened)
			var driver *Driver
			if driver, o.err = o.driver(); o.err == nil {
				o.device, o.err = driver.OpenDevice(o.ordinal, o.limit)
			}
		}()
	})
}

// Device opens the device where nobody did, and waits until it is open or ctx
// ends. A device that could not be opened is not tried again.
func (o *OnDemand) Device(ctx context.Context) (*Device, error) {
	o.Start()
	select {
	case <-o.opened:
		return o.device, o.err
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

// Limit returns the limit that the device is opened with, 0 for none.
func (o *OnDemand) Limit() int64 { return o.limit }

// Close closes the device where it was opened, which it waits for. There is
// none afterwards.
func (o *OnDemand) Close() error {
	o.start.Do(func() {
		o.err = errClosed
		close(o.opened)
	})
	<-o.opened
	if o.device == nil {
		return nil
	}
	return o.device.Close()
}
