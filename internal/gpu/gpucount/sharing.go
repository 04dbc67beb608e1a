package gpucount

import (
	"cmp"
	"context"
	"sync"
	"time"

	"github.com/tricycle-graph/tricycle/internal/cpucount"
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpugraph"
)

// leastShared is the number of edges from which several devices share lists. Two H200 count
// kron-26, of twice as many, in 0.19 s in place of 0.32, and kron-24, of half as many, in 0.040 in
// place of 0.042; to close a second one takes 0.05 s, and to open it up to 0.1 where the first
// has nothing to do meanwhile.
const leastShared = 1 << 29

// Shares reports whether several devices share lists of so many edges, if these are counted by
// hubs and columns.
func (p Params) Shares(edges uint64) bool { return edges >= cmp.Or(p.LeastShared, leastShared) }

// CountShared is [Count] by the method auto on several devices, of which the first has the lists.
// Where that is faster, they are copied to the others, and every device takes shares of the rows
// in turn; otherwise the first counts alone. What a device that fails has not counted is left to
// the others. shared reports which of both it was.
func CountShared(ctx context.Context, devices []*gpu.Device, o *gpugraph.Oriented, p Params) (found Found, shared bool, err error) {
	if p.Shares(o.Edges) {
		if found, shared, err = countShared(ctx, devices, o, p, nil); shared || err != nil {
			return found, shared, err
		}
	}
	found.Triangles, found.Kernels, err = Count(ctx, devices[0], o, cpucount.Auto, p)
	return found, false, err
}

// countShared is CountShared where there are enough edges. as is how to count, nil to choose that;
// shared is false where it is not by hubs and columns, or there is no room for the columns.
func countShared(ctx context.Context, devices []*gpu.Device, o *gpugraph.Oriented, p Params, as *deviceAuto) (found Found, shared bool, err error) {
	first := newDeviceRun(devices[0], o)
	defer func() {
		err = found.Closing(err, first.Close())
	}()
	if as == nil {
		if worthSlices(o.Look) > 0 {
			return found, false, first.Err
		}
		chosen := chooseDeviceAuto(first)
		chosen.many = deviceColumn
		as = &chosen
	}
	if first.Err != nil || !as.twoSteps() || o.Edges == 0 {
		return found, false, first.Err
	}
	room := first.Room()
	for _, dev := range devices[1:] {
		if theirs, err := dev.Room(); err == nil { // or it will fail in its turn
			room = min(room, theirs-rowsBytes(o.Rows, o.Edges))
		}
	}
	shares, most, fits := cutShares(weighRows(first), len(devices), o.Rows-as.hubs, o.MaxOutDegree, func(c columnRoom) bool {
		return sharerBytes(as.hubs, c) <= room
	})
	if first.Err != nil || !fits {
		return found, false, first.Err
	}
	s := &sharing{auto: *as, most: most, left: shares, alive: len(devices), found: Found{Several: len(devices) > 1}}
	s.run(ctx, devices, first, p)
	return s.found, true, s.err
}

// sharing is shares that devices take in turn.
type sharing struct {
	auto deviceAuto
	most columnRoom

	mutex   sync.Mutex
	changed *sync.Cond
	left    []share // that nobody has taken
	taken   int     // that are being counted
	alive   int     // devices
	found   Found
	err     error // that ends it all
}

// run counts all shares.
func (s *sharing) run(ctx context.Context, devices []*gpu.Device, first *deviceRun, p Params) {
	s.changed = sync.NewCond(&s.mutex)
	work := int64(0)
	for _, x := range s.left {
		work += x.work
	}
	p.Meter.Start("count", work)
	relay := gpugraph.NewRelay(first.Device, first.lists)
	var all sync.WaitGroup
	all.Go(func() { s.leave(ctx, s.count(ctx, first, p)) })
	for _, dev := range devices[1:] {
		all.Go(func() { s.leave(ctx, s.countOn(ctx, dev, relay, p)) })
	}
	all.Wait()
}

// countOn counts shares on a device that has not got the lists.
func (s *sharing) countOn(ctx context.Context, dev *gpu.Device, relay *gpugraph.Relay, p Params) (err error) {
	lists, err := relay.CopyTo(ctx, dev)
	if err != nil {
		return err
	}
	defer func() { err = cmp.Or(err, relay.Close(lists)) }()
	r := newDeviceRun(dev, lists)
	defer func() { err = cmp.Or(err, r.Close()) }()
	return s.count(ctx, r, p)
}

// count counts shares as long as there are any.
func (s *sharing) count(ctx context.Context, r *deviceRun, p Params) error {
	sharer := newSharer(r, s.auto.hubs, s.auto.many, s.most)
	if r.Err != nil {
		return r.Err
	}
	kernels := time.Duration(0)
	for {
		x, ok := s.take()
		if !ok {
			return nil
		}
		triangles, took, err := r.count(ctx, func() { sharer.launch(x) })
		if kernels += took; err != nil {
			s.handBack(x)
			return err
		}
		s.finish(triangles, kernels)
		p.Meter.Add(x.work)
	}
}

// take returns the next share. While there is none, but others may be handed back, it waits for
// them.
func (s *sharing) take() (share, bool) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	for s.err == nil && len(s.left) == 0 && s.taken > 0 {
		s.changed.Wait()
	}
	if s.err != nil || len(s.left) == 0 {
		return share{}, false
	}
	x := s.left[0]
	s.left = s.left[1:]
	s.taken++
	return x, true
}

// finish adds the count of a share, of a device whose kernels have taken so long.
func (s *sharing) finish(triangles uint64, kernels time.Duration) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	// This cannot overflow: of m edges there are less than m^1.5 triangles, and a device has room for
	// less than 2^40.
	s.found.Triangles += triangles
	s.found.Kernels = max(s.found.Kernels, kernels)
	s.taken--
	s.changed.Broadcast()
}

// handBack takes a share back that a device has not counted.
func (s *sharing) handBack(x share) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.left = append(s.left, x)
	s.taken--
	s.changed.Broadcast()
}

// leave takes note of why a device is gone, if it failed: then the others count its shares. The
// error of the last one, or the end of ctx, ends it all.
func (s *sharing) leave(ctx context.Context, err error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if err == nil {
		return
	}
	s.alive--
	if s.alive == 0 || ctx.Err() != nil {
		s.err = cmp.Or(s.err, context.Cause(ctx), err)
	} else {
		s.found.Lost = append(s.found.Lost, err)
	}
	s.changed.Broadcast()
}
