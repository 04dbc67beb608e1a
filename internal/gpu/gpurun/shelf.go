package gpurun

import (
	"cmp"
	"errors"
	"io/fs"
	"slices"
	"sync"

	"github.com/tricycle-graph/tricycle/internal/gpu"
)

// shelf has what runs have left with a device for those that come after them.
// To allocate memory and to load kernels takes longer than to search most small
// graphs. There is none, nil, where everything is made anew and freed.
type shelf struct {
	device *gpu.Device

	lock    sync.Mutex
	modules map[moduleName]*loading // all that were asked for: runs use them side by side
	streams []*gpu.Stream
	buffers pile[*gpu.Buffer]
	pinned  pile[*gpu.HostBuffer]
}

type moduleName struct {
	files fs.FS
	name  string
}

// loading is a module that is loaded by whoever asks for it first; others wait.
type loading struct {
	once   sync.Once
	module *gpu.Module
	err    error
}

const (
	shelfShare  = 8         // of the device's memory that a shelf holds at most
	shelfPinned = 256 << 20 // bytes of pinned memory, likewise
)

// shelfKey is what a device keeps its shelf under.
type shelfKey struct{}

// shelfOf returns the shelf of a device.
func shelfOf(dev *gpu.Device) *shelf {
	return dev.Keep(shelfKey{}, func() any {
		memory := dev.Info().Memory
		if limit := dev.Limit(); limit > 0 {
			memory = min(memory, limit)
		}
		return &shelf{
			device: dev, modules: map[moduleName]*loading{},
			buffers: pile[*gpu.Buffer]{most: memory / shelfShare},
			pinned:  pile[*gpu.HostBuffer]{most: shelfPinned},
		}
	}).(*shelf)
}

// module returns a module that was loaded before, or loads it. What fails is tried again by the
// next that asks.
func (s *shelf) module(name moduleName) (*gpu.Module, error) {
	s.lock.Lock()
	l := s.modules[name]
	if l == nil {
		l = new(loading)
		s.modules[name] = l
	}
	s.lock.Unlock()
	l.once.Do(func() {
		if l.module, l.err = s.device.LoadModule(name.files, name.name); l.err != nil {
			s.lock.Lock()
			defer s.lock.Unlock()
			delete(s.modules, name)
		}
	})
	return l.module, l.err
}

// LoadAhead loads modules that runs will ask for, beside what else is done on the device. They
// stay with it.
func LoadAhead(dev *gpu.Device, files fs.FS, modules ...string) error {
	for _, module := range modules {
		if _, err := shelfOf(dev).module(moduleName{files, module}); err != nil {
			return err
		}
	}
	return nil
}

// stream takes a stream, or makes one.
func (s *shelf) stream() (*gpu.Stream, error) {
	s.lock.Lock()
	defer s.lock.Unlock()
	last := len(s.streams) - 1
	if last < 0 {
		return s.device.NewStream()
	}
	stream := s.streams[last]
	s.streams = s.streams[:last]
	return stream, nil
}

func (s *shelf) putStream(stream *gpu.Stream) error {
	s.lock.Lock()
	defer s.lock.Unlock()
	s.streams = append(s.streams, stream)
	return nil
}

// buffer takes memory of the device, or allocates it, and frees what is on the
// shelf where it does not fit beside.
func (s *shelf) buffer(bytes int64) (*gpu.Buffer, error) {
	s.lock.Lock()
	defer s.lock.Unlock()
	if b, found := s.buffers.take(bytes); found {
		return b, nil
	}
	b, err := s.device.Alloc(bytes)
	if !errors.Is(err, gpu.ErrOutOfMemory) || s.buffers.bytes == 0 {
		return b, err
	}
	if err := s.buffers.shrink(0); err != nil {
		return nil, err
	}
	return s.device.Alloc(bytes)
}

func (s *shelf) putBuffer(b *gpu.Buffer) error {
	s.lock.Lock()
	defer s.lock.Unlock()
	return s.buffers.put(b)
}

// host takes pinned memory, or allocates it.
func (s *shelf) host(bytes int64) (*gpu.HostBuffer, error) {
	s.lock.Lock()
	defer s.lock.Unlock()
	if b, found := s.pinned.take(bytes); found {
		return b, nil
	}
	return s.device.AllocHost(bytes)
}

func (s *shelf) putHost(b *gpu.HostBuffer) error {
	s.lock.Lock()
	defer s.lock.Unlock()
	return s.pinned.put(b)
}

// bytes returns how much of the device's memory is on the shelf.
func (s *shelf) bytes() int64 {
	s.lock.Lock()
	defer s.lock.Unlock()
	return s.buffers.bytes
}

// pile is memory that nobody uses, of up to so many bytes. What was left
// longest ago comes first.
type pile[M memory] struct {
	idle        []M
	bytes, most int64
}

// memory is a buffer on either side.
type memory interface {
	Size() int64
	Free() error
}

// take takes the smallest that has room for so many bytes, unless it has a
// quarter more: runs plan with what they ask for.
func (p *pile[M]) take(bytes int64) (taken M, found bool) {
	best := -1
	for i, m := range p.idle {
		if m.Size() < bytes || m.Size() > max(bytes+bytes/4, 4<<10) {
			continue
		}
		if best < 0 || m.Size() < p.idle[best].Size() {
			best = i
		}
	}
	if best < 0 {
		return taken, false
	}
	taken = p.idle[best]
	p.idle = slices.Delete(p.idle, best, best+1)
	p.bytes -= taken.Size()
	return taken, true
}

// put adds memory, and frees what was left longest ago where that is too much.
func (p *pile[M]) put(m M) error {
	if m.Size() > p.most {
		return m.Free()
	}
	p.idle = append(p.idle, m)
	p.bytes += m.Size()
	return p.shrink(p.most)
}

// shrink frees memory until so many bytes are left. It returns the first error
// and goes on after it.
func (p *pile[M]) shrink(bytes int64) error {
	var first error
	for p.bytes > bytes {
		p.bytes -= p.idle[0].Size()
		first = cmp.Or(first, p.idle[0].Free())
		p.idle = slices.Delete(p.idle, 0, 1)
	}
	return first
}
