package gpugraph

import (
	"cmp"
	"context"
	"sync"

	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpurun"
)

// relayWords is how many offsets a Relay copies at a time, and twice as many neighbours: a link of 400 GB/s takes a
// millisecond for both.
const relayWords = 32 << 20

// Relay copies lists from the device that they are on to others, each of which hands on to the next what it has: so the
// first device sends them once, and the last one has them hardly later than the second. A device that fails may take the
// one with it that copies from there.
type Relay struct {
	first *relayed
	words int // offsets of a piece, and neighbours in as much memory

	mutex   sync.Mutex
	changed *sync.Cond
	copies  map[*Oriented]*relayed
	last    *relayed // the one that began last
}

// relayed is what a device has of the lists.
type relayed struct {
	device  *gpu.Device
	lists   *Oriented
	from    *relayed // where it copies from
	pieces  int      // that are there
	readers int      // that copy from here now
	gone    bool     // nobody may begin to
}

// NewRelay returns a Relay of lists on a device.
func NewRelay(dev *gpu.Device, lists *Oriented) *Relay {
	first := &relayed{device: dev, lists: lists}
	l := &Relay{first: first, last: first, words: relayWords, copies: map[*Oriented]*relayed{}}
	l.changed = sync.NewCond(&l.mutex)
	return l
}

// CopyTo copies the lists to another device: offsets and neighbours, all that shares of a count need. It is for [Relay.Close] to
// free them. The error is of the class gpu.ErrOutOfMemory where they do not fit.
func (l *Relay) CopyTo(ctx context.Context, dev *gpu.Device) (*Oriented, error) {
	r, o := gpurun.New(dev), l.first.lists
	d := &Oriented{Rows: o.Rows, Edges: o.Edges, MaxOutDegree: o.MaxOutDegree, Look: o.Look}
	d.Offsets, d.Neighbors = gpurun.Array[uint64](r, o.Offsets.Len()), gpurun.Array[uint32](r, quads(o.Neighbors.Len())).Slice(0, o.Neighbors.Len())
	if r.Err == nil {
		own := l.join(dev, d)
		l.copy(ctx, r, own)
		if r.Err != nil {
			l.leave(own)
		}
	}
	lists, err := d.release(r)
	if err := cmp.Or(err, r.Close()); err != nil {
		if lists != nil {
			_ = l.Close(lists) // the first error says more
		}
		return nil, err
	}
	return lists, nil
}

// Close frees lists that CopyTo returned, once nobody copies from them.
func (l *Relay) Close(lists *Oriented) error {
	l.mutex.Lock()
	own := l.copies[lists]
	l.mutex.Unlock()
	l.leave(own)
	return lists.Close()
}

// copy copies piece by piece.
func (l *Relay) copy(ctx context.Context, r *gpurun.Run, own *relayed) {
	var reached *relayed
	offsets, neighbors := own.lists.Offsets.Len(), own.lists.Neighbors.Len()
	for begin := 0; begin < max(offsets, (neighbors+1)/2) && r.Err == nil; {
		from := l.source(own)
		if from != reached {
			way, err := own.device.Reach(from.device)
			if from != l.first && (err != nil || !way) {
				l.takeFirst(own)
				continue
			}
			r.Fail(err)
			reached = from // or there is no way from any
		}
		copyPiece(r, own.lists.Offsets, from.lists.Offsets, begin, l.words)
		copyPiece(r, own.lists.Neighbors, from.lists.Neighbors, 2*begin, 2*l.words)
		if r.Wait(); r.Err != nil {
			_ = r.Stream.Synchronize() // one of the copies may be under way
		}
		begin += l.words
		l.finish(own, r.Err == nil)
		r.Fail(context.Cause(ctx))
	}
}

// copyPiece copies n elements from number begin on, or as many as are left.
func copyPiece[T gpu.Element](r *gpurun.Run, to, from gpu.Array[T], begin, n int) {
	if end := min(begin+n, to.Len()); begin < end {
		gpurun.CopyAcross(r, to.Slice(begin, end), from.Slice(begin, end))
	}
}

// join makes a device the last one, which copies from the one that was last before.
func (l *Relay) join(dev *gpu.Device, lists *Oriented) *relayed {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.last = &relayed{device: dev, lists: lists, from: l.last}
	l.copies[lists] = l.last
	return l.last
}

// source waits until the next piece of own is where it copies from, or that is gone and it copies from the first, and counts
// own among the readers there.
func (l *Relay) source(own *relayed) *relayed {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	for own.from != l.first && !own.from.gone && own.from.pieces <= own.pieces {
		l.changed.Wait()
	}
	if own.from.gone {
		own.from = l.first
	}
	own.from.readers++
	return own.from
}

// finish ends what source began: own has one more piece, or not.
func (l *Relay) finish(own *relayed, there bool) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	own.from.readers--
	if there {
		own.pieces++
	}
	l.changed.Broadcast()
}

// takeFirst ends what source began: own copies from the first from now on.
func (l *Relay) takeFirst(own *relayed) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	own.from.readers--
	own.from = l.first
	l.changed.Broadcast()
}

// leave returns when nobody copies from own any more, nor will.
func (l *Relay) leave(own *relayed) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	own.gone = true
	l.changed.Broadcast()
	for own.readers > 0 {
		l.changed.Wait()
	}
}
