package opencl

import (
	"cmp"
	"io"
	"slices"
	"sync"

	"github.com/tricycle-graph/tricycle/internal/gpu"
)

// With opens a device of a driver, or takes one that a group has kept open, and runs body with
// it: for itself, whoever else uses the group meanwhile. Where all went well the group keeps it
// for the next; without a group, or after an error or a panic, it is closed. What is allocated stays within
// the limit of the group.
func (d *Driver) With(group *gpu.Group, info Info, body func(*Device) error) (err error) {
	kept, _ := group.Beside(func() io.Closer { return new(shelf) }).(*shelf)
	dev := kept.take(info)
	if dev == nil {
		if dev, err = d.Open(info, group.Limit()); err != nil {
			return err
		}
	}
	returned := false
	defer func() {
		if returned && err == nil {
			err = dev.Clear()
		}
		if !returned || err != nil || !kept.put(dev) {
			err = cmp.Or(err, dev.Close())
		}
	}()
	err = body(dev)
	returned = true
	return err
}

// shelf has devices that are open, and that nobody uses. One that is nil has none.
type shelf struct {
	mutex   sync.Mutex
	devices []*Device
	closed  bool
}

// take returns a device that is there, nil where there is none.
func (s *shelf) take(info Info) *Device {
	if s == nil {
		return nil
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	at := slices.IndexFunc(s.devices, func(x *Device) bool {
		return x.info == info
	})
	if at < 0 {
		return nil
	}
	dev := s.devices[at]
	s.devices = slices.Delete(s.devices, at, at+1)
	return dev
}

// put leaves a device, and reports whether it did.
func (s *shelf) put(dev *Device) bool {
	if s == nil {
		return false
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if !s.closed {
		s.devices = append(s.devices, dev)
	}
	return !s.closed
}

// Close closes what is there.
func (s *shelf) Close() (err error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	for _, dev := range s.devices {
		err = cmp.Or(err, dev.Close())
	}
	s.devices, s.closed = nil, true
	return err
}
