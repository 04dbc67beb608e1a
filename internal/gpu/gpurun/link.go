package gpurun

import (
	"cmp"

	"github.com/tricycle-graph/tricycle/internal/gpu"
)

// link is the way from the host to another device, and from there to that of a copier: each device
// has a link of its own to the host, and the one between devices is several times as fast.
type link struct {
	run  *Run
	sent *gpu.Event
}

// openLinks makes links by other devices. The run closes them before what it made earlier.
func openLinks(r *Run, others []*gpu.Device) []*link {
	links := make([]*link, len(others))
	for i, dev := range others {
		if r.Err != nil {
			return nil
		}
		l := &link{run: New(dev)}
		l.run.Fail(dev.Reach(r.Device))
		l.sent = l.run.NewEvent()
		r.owned = append(r.owned, owned{l, func(*shelf) error { return l.run.Close() }})
		r.Fail(l.run.Err)
		links[i] = l
	}
	return links
}

// Record puts an event after all that was sent so far.
func (c *Copier) Record(e *gpu.Event) error {
	for _, l := range c.links {
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
		err = cmp.Or(err, l.run.Stream.Synchronize())
	}
	return err
}

// Unlink waits for all that was sent, and ends the use of other devices: only lanes that make no
// detour may be used afterwards. Of a device that fails once all has come nobody needs to know here.
func (c *Copier) Unlink() error {
	err := c.Synchronize()
	if err == nil {
		for _, l := range c.links {
			_ = l.run.Close()
		}
		c.links = nil
	}
	return err
}
