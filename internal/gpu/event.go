package gpu

import (
	"time"

	"github.com/tricycle-graph/tricycle/internal/gpu/cuda"
)

// Event is a point in the work of a stream, and the time when the device came
// by it.
type Event struct {
	device *Device
	handle cuda.Event
}

// NewEvent makes an event.
func (d *Device) NewEvent() (*Event, error) {
	e := &Event{device: d}
	err := d.do("cuEventCreate", "make an event", func() cuda.Result { return d.table.EventCreate(&e.handle, 0) })
	if err != nil {
		return nil, err
	}
	d.own(e)
	return e, nil
}

// Record puts the event after the stream's work so far. An event can be
// recorded again.
func (s *Stream) Record(e *Event) error {
	return s.do("cuEventRecord", "record an event", func() cuda.Result {
		return s.device.table.EventRecord(e.handle, s.handle)
	})
}

// Synchronize waits until the device came by the event.
func (e *Event) Synchronize() error {
	return e.device.do("cuEventSynchronize", "wait for an event", func() cuda.Result { return e.device.table.EventSynchronize(e.handle) })
}

// Since returns the time on the device from an earlier event to this one. Both
// must have been waited for.
func (e *Event) Since(earlier *Event) (time.Duration, error) {
	var milliseconds float32
	err := e.device.do("cuEventElapsedTime", "read the time of an event", func() cuda.Result {
		return e.device.table.EventElapsedTime(&milliseconds, earlier.handle, e.handle)
	})
	return time.Duration(float64(milliseconds) * float64(time.Millisecond)), err
}

// Free gives the event back. Freeing it again does nothing.
func (e *Event) Free() error { return e.device.free(e) }

func (e *Event) release() error {
	return e.device.giveBack("cuEventDestroy", "free an event", func() cuda.Result { return e.device.table.EventDestroy(e.handle) })
}
