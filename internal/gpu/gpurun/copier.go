package gpurun

import (
	"cmp"
	"context"
	"unsafe"

	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/hugemem"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// Copier copies between the host and a device at full speed, beside the kernels:
// through pinned memory, in a stream of its own.
//
// Each worker has a lane of its own. With two slots in a lane the worker fills
// one while the other is copied, and waits only where the device is slower. What
// comes from the device needs one slot: while a worker empties it, the others'
// copies run.
//
// Unlike those of a [Run], its methods return their errors and may be called by
// many goroutines at once, one a lane.
type Copier struct {
	Stream *gpu.Stream
	lanes  []Lane
	links  []*link
}

// Lane is the slots of a worker.
type Lane struct {
	stream *gpu.Stream
	slots  []slot
	turn   int   // the slot that is filled, or was sent last
	link   *link // to send by as soon as it is ready; nil for none
	number int   // of the lane among those of the link, for its detours
}

// slot is a part of the pinned memory.
type slot struct {
	words  gpu.HostArray[uint64]
	copied *gpu.Event // when it was sent or fetched last
	last   *gpu.Event // that, or the event of a detour
	sent   bool
}

// CopierBytes is the pinned memory of a copier.
func CopierBytes(lanes, slots, words int) int64 {
	return 8 * int64(lanes) * int64(slots) * int64(words)
}

// NewCopier makes a copier that the run owns, with slots of so many 64-bit words. Lanes take turns
// with the links of other devices, if there are any, to send by.
func NewCopier(r *Run, lanes, slots, words int, others ...*gpu.Device) *Copier {
	c := &Copier{Stream: r.NewStream(), lanes: make([]Lane, lanes)}
	// Of one piece of memory: small ones are not worth huge pages.
	pinned := Pinned[uint64](r, lanes*slots*words)
	// Links are closed first, so that nothing copies from what was pinned.
	others = others[:min(len(others), lanes-1)]
	ways := 1 + len(others)
	for i, other := range others {
		if r.Err == nil {
			by := i + 1
			c.links = append(c.links, newLink(r, other, (lanes-by+ways-1)/ways, slots, words))
		}
	}
	for i := range c.lanes {
		c.lanes[i] = Lane{stream: c.Stream, slots: make([]slot, slots), number: i / ways}
		if by := i % ways; 0 < by && by <= len(c.links) {
			c.lanes[i].link = c.links[by-1]
		}
		for k := range slots {
			s := slot{copied: r.NewEvent()}
			if r.Err != nil {
				return c
			}
			begin := (i*slots + k) * words
			s.words = pinned.Slice(begin, begin+words)
			c.lanes[i].slots[k] = s
		}
	}
	if r.Err == nil { // nothing of this may be given back while it is still copied
		r.owned = append(r.owned, owned{c, func(*shelf) error { return c.Synchronize() }})
	}
	return c
}

// Lanes returns the number of lanes.
func (c *Copier) Lanes() int { return len(c.lanes) }

// Lane returns a lane.
func (c *Copier) Lane(i int) *Lane { return &c.lanes[i] }

// Slot returns the elements of the slot that comes next in a lane, to be filled
// and sent, after waiting for what was sent from it before. Until it is sent, it
// is the same slot.
func Slot[T gpu.Element](l *Lane) ([]T, error) {
	s := &l.slots[l.turn]
	if s.sent {
		l.turn = (l.turn + 1) % len(l.slots)
		s = &l.slots[l.turn]
	}
	if s.sent {
		if err := s.last.Synchronize(); err != nil {
			return nil, err
		}
		s.sent = false
	}
	return gpu.HostCast[T](s.words).Elements(), nil
}

// Send copies the first elements of the lane's slot to the device: it returns at
// once.
func Send[T gpu.Element](l *Lane, to gpu.Array[T]) error {
	s := &l.slots[l.turn]
	s.sent = true
	from := gpu.HostCast[T](s.words).Slice(0, to.Len())
	if l.link != nil && l.link.ready.Load() {
		d := l.link.detours[l.number][l.turn]
		s.last = d.copied
		return send(l.link, d, to, from)
	}
	s.last = s.copied
	return cmp.Or(gpu.Upload(l.stream, to, from), l.stream.Record(s.copied))
}

// Fetch copies from the device to a slot, and waits. The elements stay there
// until the lane is used again.
func Fetch[T gpu.Element](l *Lane, from gpu.Array[T]) ([]T, error) {
	s := &l.slots[l.turn]
	to := gpu.HostCast[T](s.words).Slice(0, from.Len())
	return to.Elements(), cmp.Or(gpu.Download(l.stream, to, from), l.stream.Record(s.copied), s.copied.Synchronize())
}

// FetchAll copies an array of the device by all lanes at once, and calls take
// with what lies at [begin, begin+len(part)) of it, in any order and at the same
// time. An error of take ends it.
func FetchAll[T gpu.Element](ctx context.Context, c *Copier, from gpu.Array[T], take func(begin int, part []T) error) error {
	size := len(gpu.HostCast[T](c.lanes[0].slots[0].words).Elements())
	return par.Chunks(ctx, len(c.lanes), from.Len(), size, func(worker, begin, end int) error {
		part, err := Fetch(&c.lanes[worker], from.Slice(begin, end))
		if err != nil {
			return err
		}
		return take(begin, part)
	})
}

const (
	// mostBringers is how many goroutines bring one array: each waits for its copy, and
	// then for fresh memory to be cleared.
	mostBringers = 32
	// broughtWords is how much of it is copied at once, in 64-bit words.
	broughtWords = 128 << 10
)

// Bring copies an array of the device to fresh memory of the host, by as many goroutines
// as pay, at most so many threads. What writes the array must be done.
func Bring[T gpu.Element](ctx context.Context, dev *gpu.Device, from gpu.Array[T], threads int) ([]T, error) {
	to := hugemem.Make[T](from.Len())
	return to, BringParts(ctx, dev, from, threads, func(begin int, part []T) error {
		copy(to[begin:], part)
		return nil
	})
}

// BringParts brings an array as Bring does, but to take: see [FetchAll].
func BringParts[T gpu.Element](ctx context.Context, dev *gpu.Device, from gpu.Array[T], threads int, take func(begin int, part []T) error) (err error) {
	r := Again(dev)
	defer func() { err = cmp.Or(err, r.Close()) }()
	var element T
	words := max((from.Len()*int(unsafe.Sizeof(element))+7)/8, 1)
	c := NewCopier(r, min(par.Workers(threads), mostBringers, (words+broughtWords-1)/broughtWords), 1, min(words, broughtWords))
	if r.Err != nil {
		return r.Err
	}
	return FetchAll(ctx, c, from, take)
}
