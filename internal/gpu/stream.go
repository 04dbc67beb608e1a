package gpu

import "github.com/tricycle-graph/tricycle/internal/gpu/cuda"

// Stream is a queue of work on a device: its work runs in order, and beside
// that of other streams.
type Stream struct {
	device     *Device
	handle     cuda.Stream
	inSequence bool
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

// Sequence has body ask for work in the stream, one thing right after the other: its goroutine stays on
// one thread, where the device's context is made current once, and not by each call. Meanwhile body uses
// no other device, and nobody else the stream.
func (s *Stream) Sequence(body func()) error {
	leave, err := s.device.enter("begin a sequence of calls")
	if err != nil {
		return err
	}
	defer leave()
	s.inSequence = true
	defer func() { s.inSequence = false }()
	body()
	return nil
}

// do makes a driver call in the device's context.
func (s *Stream) do(call, what string, body func() cuda.Result) error {
	if s.inSequence {
		return check(body(), call, what)
	}
	return s.device.do(call, what, body)
}

// Synchronize waits for the stream's work and returns its error.
func (s *Stream) Synchronize() error {
	return s.do("cuStreamSynchronize", "wait for the GPU", func() cuda.Result { return s.device.table.StreamSynchronize(s.handle) })
}

// Wait lets the stream's later work wait for an event.
func (s *Stream) Wait(e *Event) error {
	return s.do("cuStreamWaitEvent", "wait for an event", func() cuda.Result {
		return s.device.table.StreamWaitEvent(s.handle, e.handle)
	})
}

// Free gives the stream back. Freeing it again does nothing.
func (s *Stream) Free() error { return s.device.free(s) }

func (s *Stream) release() error {
	return s.device.giveBack("cuStreamDestroy", "free a stream", func() cuda.Result { return s.device.table.StreamDestroy(s.handle) })
}
