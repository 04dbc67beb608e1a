package gpurun

import (
	"cmp"
	"sync/atomic"

	"github.com/tricycle-graph/tricycle/internal/gpu"
)

// link is the way from the host to another device, and from there to that of a copier: each device
// has a link of its own to the host, and the one between devices is several times as fast. It is
// made in the background, as the other device may still be being opened.
type link struct {
	run     *Run
	sent    *gpu.Event
	detours [][]detour // of the slots of each lane that sends by the link
	ready   atomic.Bool
	made    chan struct{} // closed when it is known whether the link is ready
}

// detour is what a slot needs on the other device.
type detour struct {
	words  gpu.Array[uint64]
	copied *gpu.Event
}

// newLink makes a link by another device, for so many lanes with slots of so many words. The run closes it before
// what it made earlier.
func newLink(r *Run, other *gpu.Device, lanes, slots, words int) *link {
	l := &link{made: make(chan struct{}), detours: make([][]detour, lanes)}
	r.owned = append(r.owned, owned{l, func(*shelf) error { return l.close() }})
	go func() {
		defer close(l.made)
		l.run = New(other)
		reached, err := other.Reach(r.Device)
		l.run.Fail(err)
		if !reached { // a detour through the host saves nothing
			return
		}
		l.sent = l.run.NewEvent()
		for i := range l.detours {
			for range slots {
				l.detours[i] = append(l.detours[i], detour{Array[uint64](l.run, words), l.run.NewEvent()})
			}
		}
		l.ready.Store(l.run.Err == nil)
	}()
	return l
}

// close gives back what is on the other device. Of one that was never ready nobody needs to know.
func (l *link) close() error {
	<-l.made
	if err := l.run.Close(); l.ready.Load() {
		return err
	}
	return nil
}

// send sends pinned elements by a detour.
func send[T gpu.Element](l *link, d detour, to gpu.Array[T], from gpu.HostArray[T]) error {
	there, s := gpu.Cast[T](d.words).Slice(0, to.Len()), l.run.Stream
	return cmp.Or(gpu.Upload(s, there, from), gpu.CopyAcross(s, to, there), s.Record(d.copied))
}

// Record puts an event after all that was sent so far.
func (c *Copier) Record(e *gpu.Event) error {
	for _, l := range c.links {
		if !l.ready.Load() {
			continue
		}
		if err := cmp.Or(l.run.Stream.Record(l.sent), c.Stream.Wait(l.sent)); err != nil {
			return err
		}
	}
	return c.Stream.Record(e)
}

// Synchronize waits for all that was sent so far.
func (c *Copier) Synchronize() error {
	err := c.Stream.Synchronize()
	for _, l := range c.links {
		if l.ready.Load() {
			err = cmp.Or(err, l.run.Stream.Synchronize())
		}
	}
	return err
}

// Unlink waits for all that was sent, and ends the use of other devices: nothing may be sent
// afterwards. Of a device that fails once all has come nobody needs to know here.
func (c *Copier) Unlink() error {
	err := c.Synchronize()
	if err == nil {
		for _, l := range c.links {
			_ = l.close()
		}
		c.links = nil
	}
	return err
}
