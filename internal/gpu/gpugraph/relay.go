package gpugraph

import (
	"context"
	"sync"

	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpurun"
)

// relayWords is how much a Relay copies at a time, in 64-bit words: a link of 400 GB/s takes 0.7 ms for that.
const relayWords = 32 << 20

// Relay copies lists from the device that they are on to others, each of which hands on to the next what it has: so the
// first device sends them once, and the last one has them hardly later than the second.
type Relay struct {
	first *relayed
	words int // of a piece

	mutex   sync.Mutex
	changed *sync.Cond
	last    *relayed // the one that began last
}

// relayed is what a device has of the lists.
type relayed struct {
	device        *gpu.Device
	lists         *Oriented
	before, after *relayed
	pieces        int  // that are there
	readers       int  // that copy from there now
	ended         bool // it has all pieces, or will get no more
	gone          bool // nobody may begin to copy from there
}

// NewRelay returns a Relay of lists on a device.
func NewRelay(dev *gpu.Device, lists *Oriented) *Relay {
	first := &relayed{device: dev, lists: lists}
	l := &Relay{first: first, last: first, words: relayWords}
	l.changed = sync.NewCond(&l.mutex)
	return l
}

// CopyTo copies the lists to another device, without their Order and what they keep to spare.
// The error is of the class gpu.ErrOutOfMemory where they do not fit.
func (l *Relay) CopyTo(ctx context.Context, dev *gpu.Device) (*Oriented, error) {
	r, o := gpurun.New(dev), l.first.lists
	d := &Oriented{Rows: o.Rows, Edges: o.Edges, MaxOutDegree: o.MaxOutDegree, Look: o.Look}
	d.Offsets, d.Neighbors = gpurun.Array[uint64](r, o.Offsets.Len()), gpurun.Array[uint32](r, quads(o.Neighbors.Len())).Slice(0, o.Neighbors.Len())
	if r.Err == nil {
		own := l.join(dev, d)
		l.copy(ctx, r, own)
		l.leave(own, r.Err != nil)
	}
	return d.keep(r)
}

// copy copies piece by piece.
func (l *Relay) copy(ctx context.Context, r *gpurun.Run, own *relayed) {
	var reached *relayed
	offsets, neighbors := own.lists.Offsets.Len(), own.lists.Neighbors.Len()
	for begin := 0; begin < max(offsets, (neighbors+1)/2) && r.Err == nil; {
		from := l.source(own)
		way := from == reached
		if !way {
			var err error
			way, err = own.device.Reach(from.device)
			r.Fail(err)
			reached = from
		}
		if way || from == l.first {
			copyPiece(r, own.lists.Offsets, from.lists.Offsets, begin, l.words)
			copyPiece(r, own.lists.Neighbors, from.lists.Neighbors, 2*begin, 2*l.words)
			r.Wait()
			begin += l.words
		} else {
			own.before = l.first
		}
		l.read(from, own, begin/l.words, r.Err)
		r.Fail(context.Cause(ctx))
	}
}

// copyPiece copies n elements from one on, or as many as there are.
func copyPiece[T gpu.Element](r *gpurun.Run, to, from gpu.Array[T], begin, n int) {
	if end := min(begin+n, to.Len()); begin < end {
		gpurun.CopyAcross(r, to.Slice(begin, end), from.Slice(begin, end))
	}
}

// join makes a device the last one.
func (l *Relay) join(dev *gpu.Device, lists *Oriented) *relayed {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	own := &relayed{device: dev, lists: lists, before: l.last}
	l.last.after = own
	l.last = own
	return own
}

// source waits until the device before has the next piece of own, and returns it as one that is read. It is the first one
// where the one before is gone.
func (l *Relay) source(own *relayed) *relayed {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	for own.before != l.first && !own.before.gone && own.before.pieces <= own.pieces {
		l.changed.Wait()
	}
	if own.before.gone {
		own.before = l.first
	}
	own.before.readers++
	return own.before
}

// read takes note of the end of reading from another device, after which own has so many pieces, unless it failed.
func (l *Relay) read(from, own *relayed, pieces int, err error) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	from.readers--
	if err == nil {
		own.pieces = pieces
	}
	l.changed.Broadcast()
}

// leave ends what own copies, and returns when nobody reads from there any more, nor will: the one after may do so to its
// end, unless own has failed.
func (l *Relay) leave(own *relayed, failed bool) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	own.ended, own.gone = true, failed
	l.changed.Broadcast()
	for own.readers > 0 || !own.gone && own.after != nil && !own.after.ended {
		l.changed.Wait()
	}
	own.gone = true
}
