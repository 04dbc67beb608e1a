package gpu

import (
	"io"
	"sync"
)

// besideGroup is what another driver than CUDA's keeps open as long as a group is.
type besideGroup struct {
	mutex  sync.Mutex
	kept   io.Closer
	closed bool
}

// Beside returns what is kept beside the devices, which the first who asks makes; Close
// closes it. There is nothing without a group, or after that.
func (g *Group) Beside(make func() io.Closer) io.Closer {
	if g == nil {
		return nil
	}
	g.beside.mutex.Lock()
	defer g.beside.mutex.Unlock()
	if g.beside.kept == nil && !g.beside.closed {
		g.beside.kept = make()
	}
	return g.beside.kept
}

// close closes what there is.
func (b *besideGroup) close() error {
	kept := b.take()
	if kept == nil {
		return nil
	}
	return kept.Close()
}

// take takes what there is away, for good.
func (b *besideGroup) take() io.Closer {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	kept := b.kept
	b.kept, b.closed = nil, true
	return kept
}

// Anew closes the devices, and returns a group that opens them anew where they are wanted. It
// takes over what is kept beside them.
func (g *Group) Anew() *Group {
	next := NewGroup(g.driver, g.limit, g.ordinals...)
	next.beside.kept = g.beside.take()
	_ = g.Close() // there may be nothing left to close
	return next
}
