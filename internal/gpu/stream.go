package gpu

import "github.com/tricycle-graph/tricycle/internal/gpu/cuda"

// Stream is a queue of work on a device: its work runs in order, and beside
// that of other streams.
type Stream struct {
	device *Device
	handle cuda.Stream
}

// NewStream makes a stream.
func (d *Device) NewStream() (*Stream, error) {
	s := &Stream{device: d}
	err := d.do("cuStreamCreate", "make a stream", func() cuda.Result {
		return d.table.StreamCreate(&s.handle, cuda.StreamNonBlocking)
	})
	if err != nil {
		return nil, err
	}
	d.own(s)
	return s, nil
}

// Synchronize waits for the stream's work and returns its error.
func (s *Stream) Synchronize() error {
	return s.device.do("cuStreamSynchronize", "wait for the GPU", func() cuda.Result { return s.device.table.StreamSynchronize(s.handle) })
}

// Wait lets the stream's later work wait for an event.
func (s *Stream) Wait(e *Event) error {
	return s.device.do("cuStreamWaitEvent", "wait for an event", func() cuda.Result {
		return s.device.table.StreamWaitEvent(s.handle, e.handle)
	})
}

// Free gives the stream back. Freeing it again does nothing.
func (s *Stream) Free() error { return s.device.free(s) }

func (s *Stream) release() error {
	return s.device.giveBack("cuStreamDestroy", "free a stream", func() cuda.Result { return s.device.table.StreamDestroy(s.handle) })
}
