package fakecuda

import (
	"slices"

	"github.com/tricycle-graph/tricycle/internal/gpu/cuda"
)

// stream is work that was asked for and is not done yet.
type stream struct {
	pending []func()
	done    int // of all that was ever asked for
}

func (s *stream) add(work func()) { s.pending = append(s.pending, work) }

// runTo does the work up to a mark.
func (s *stream) runTo(mark int) {
	for s.done < mark && len(s.pending) > 0 {
		work := s.pending[0]
		s.pending = s.pending[1:]
		s.done++
		work()
	}
}

// end is the mark after all that was asked for.
func (s *stream) end() int { return s.done + len(s.pending) }

// event is a mark in a stream.
type event struct {
	stream *stream // nil before it is recorded
	mark   int
}

func (e *event) wait() {
	if e.stream != nil {
		e.stream.runTo(e.mark)
	}
}

// drain does all work of a device.
func (d *Driver) drain(device int) {
	for _, x := range d.objects {
		if x.stream != nil && x.device == device {
			x.stream.runTo(x.stream.end())
		}
	}
}

// stir does some of the work of devices that stir.
func (d *Driver) stir() {
	for i, dev := range d.devices {
		if dev.chance == nil {
			continue
		}
		var streams []uintptr
		for handle, x := range d.objects {
			if x.stream != nil && x.device == i && len(x.stream.pending) > 0 {
				streams = append(streams, handle)
			}
		}
		slices.Sort(streams)
		for _, handle := range streams {
			if s := d.objects[handle].stream; dev.chance.IntN(2) == 0 {
				s.runTo(s.done + dev.chance.IntN(len(s.pending)+1))
			}
		}
	}
}

func (d *Driver) streamCreate(out *cuda.Stream, _ uint32) cuda.Result {
	device, ok := d.context("cuStreamCreate")
	if !ok {
		return cuda.InvalidContext
	}
	*out = cuda.Stream(d.add(&object{kind: "stream", device: device, stream: &stream{}}))
	return cuda.Success
}

// streamHere returns a stream of the device whose context is current on this thread.
func (d *Driver) streamHere(name string, s cuda.Stream) *object {
	device, ok := d.context(name)
	x := d.find("stream", uintptr(s))
	if !ok || x == nil {
		return nil
	}
	if x.device != device {
		d.misuse("%s in a stream of another device", name)
		return nil
	}
	return x
}

func (d *Driver) streamSynchronize(s cuda.Stream) cuda.Result {
	x := d.streamHere("cuStreamSynchronize", s)
	if x == nil {
		return cuda.InvalidHandle
	}
	x.stream.runTo(x.stream.end())
	return cuda.Success
}

func (d *Driver) streamWaitEvent(s cuda.Stream, e cuda.Event) cuda.Result {
	x, y := d.streamHere("cuStreamWaitEvent", s), d.find("event", uintptr(e))
	if x == nil || y == nil {
		return cuda.InvalidHandle
	}
	mark := *y.event // as it is now, wherever it is recorded later
	x.stream.add(mark.wait)
	return cuda.Success
}

func (d *Driver) eventCreate(out *cuda.Event, _ uint32) cuda.Result {
	device, ok := d.context("cuEventCreate")
	if !ok {
		return cuda.InvalidContext
	}
	*out = cuda.Event(d.add(&object{kind: "event", device: device, event: &event{}}))
	return cuda.Success
}

func (d *Driver) eventRecord(e cuda.Event, s cuda.Stream) cuda.Result {
	x, y := d.streamHere("cuEventRecord", s), d.find("event", uintptr(e))
	if x == nil || y == nil {
		return cuda.InvalidHandle
	}
	*y.event = event{stream: x.stream, mark: x.stream.end()}
	return cuda.Success
}

func (d *Driver) eventSynchronize(e cuda.Event) cuda.Result {
	x := d.find("event", uintptr(e))
	if x == nil {
		return cuda.InvalidHandle
	}
	x.event.wait()
	return cuda.Success
}

func (d *Driver) eventElapsedTime(milliseconds *float32, from, to cuda.Event) cuda.Result {
	x, y := d.find("event", uintptr(from)), d.find("event", uintptr(to))
	if x == nil || y == nil {
		return cuda.InvalidHandle
	}
	for _, e := range []*event{x.event, y.event} {
		if e.stream == nil || e.stream.done < e.mark {
			return d.misuse("the time of an event that has not happened")
		}
	}
	*milliseconds = 1
	return cuda.Success
}
