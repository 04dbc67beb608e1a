package gpu

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
)

// Group is devices that are opened when they are first wanted, once. To open a device takes
// some tenths of a second, most of which can pass in the background: that of all but the first
// passes while the first is at work.
type Group struct {
	ordinals []int // none for every device that can be used
	limit    int64
	driver   func() (*Driver, error)
	start    sync.Once
	opened   chan struct{} // closed when the two below are set
	devices  []*Device
	err      error
	beside   besideGroup
}

// NewGroup returns the devices with these ordinals, or with none every device that
// can be used, on the driver that open finds: [Open], or another for tests. What
// is allocated on each stays within limit bytes; 0 is no limit.
func NewGroup(open func() (*Driver, error), limit int64, ordinals ...int) *Group {
	return &Group{ordinals: ordinals, limit: limit, driver: open, opened: make(chan struct{})}
}

// OrFirst returns g, or where there is none the first device, for one call. What
// it returns besides closes what the call alone had open.
func (g *Group) OrFirst() (*Group, func() error) {
	if g != nil {
		return g, func() error { return nil }
	}
	g = NewGroup(Open, 0, 0)
	return g, g.Close
}

// Start begins to open the devices in the background. Starting it again does
// nothing.
func (g *Group) Start() {
	g.start.Do(func() {
		go func() {
			defer close(g.opened)
			g.devices, g.err = g.open()
		}()
	})
}

// open opens the first device, and begins to open the others. Who wants to do something on one of
// these waits, and is told where it could not be opened.
func (g *Group) open() ([]*Device, error) {
	driver, err := g.driver()
	if err != nil {
		return nil, err
	}
	ordinals := g.ordinals
	if len(ordinals) == 0 {
		if ordinals, err = usable(driver); err != nil {
			return nil, err
		}
	}
	devices := make([]*Device, len(ordinals))
	for i, ordinal := range ordinals {
		if devices[i], err = driver.chosen(ordinal, g.limit); err != nil {
			return nil, err
		}
	}
	devices[0].open()
	if err := devices[0].failed; err != nil {
		return nil, err
	}
	for _, d := range devices[1:] {
		go d.open()
	}
	return devices, nil
}

// Names names devices, one after the other.
func Names(devices []*Device) string {
	names := make([]string, len(devices))
	for i, d := range devices {
		names[i] = d.Info().Name
	}
	return strings.Join(names, ", ")
}

// usable returns the ordinals of all devices that can be used. The error is of the
// class [ErrNoDevice] where there are none.
func usable(driver *Driver) ([]int, error) {
	var ordinals []int
	unusable := fmt.Errorf("%w: there is none", ErrNoDevice)
	for ordinal := range driver.Devices() {
		info, err := driver.Info(ordinal)
		if err == nil {
			err = info.Usable()
		}
		switch {
		case err == nil:
			ordinals = append(ordinals, ordinal)
		case errors.Is(err, ErrNoDevice):
			unusable = err
		default:
			return nil, err
		}
	}
	if len(ordinals) == 0 {
		return nil, unusable
	}
	return ordinals, nil
}

// Devices opens the devices where nobody did, and waits until the first is open or
// ctx ends. There is at least one. Devices that could not be opened are not tried
// again.
func (g *Group) Devices(ctx context.Context) ([]*Device, error) {
	g.Start()
	select {
	case <-g.opened:
		return g.devices, g.err
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

// First is Devices for those who use one device.
func (g *Group) First(ctx context.Context) (*Device, error) {
	devices, err := g.Devices(ctx)
	if err != nil {
		return nil, err
	}
	return devices[0], nil
}

// IsOpened reports whether the devices have been opened, and waits for nothing.
func (g *Group) IsOpened() bool {
	if g == nil {
		return false
	}
	select {
	case <-g.opened:
		return len(g.devices) > 0
	default:
		return false
	}
}

// Broken reports whether devices that were wanted are of no use any more: they could not
// be opened, or one was lost. It waits for no more than those that are being opened.
func (g *Group) Broken() bool {
	select {
	case <-g.opened:
	default:
		return false
	}
	for _, d := range g.devices {
		if _, err := d.FreeMemory(); err != nil {
			return true
		}
	}
	return g.err != nil
}

// Count returns how many devices were chosen, 0 for as many as can be used; where
// there is no group it is the first one.
func (g *Group) Count() int {
	if g == nil {
		return 1
	}
	return len(g.ordinals)
}

// Limit returns the limit that each device is opened with, 0 for none, and where
// there is no group.
func (g *Group) Limit() int64 {
	if g == nil {
		return 0
	}
	return g.limit
}

// Close closes the devices where they were opened, which it waits for. There are
// none afterwards.
func (g *Group) Close() error {
	g.start.Do(func() {
		g.err = errClosed
		close(g.opened)
	})
	<-g.opened
	first := g.beside.close()
	for _, d := range g.devices {
		first = cmp.Or(first, d.Close())
	}
	return first
}
