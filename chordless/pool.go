package chordless

import (
	"context"
	"math"
	"sync"
	"sync/atomic"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/mapping"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// sliceSteps is how many steps a kernel does before it looks up: some tens of
// microseconds.
const sliceSteps = 1 << 13

// pool holds frames that no worker is at. Most of the work may sit in few
// frames, so that a worker that finds the pool empty gets one from another,
// from the bottom of its stack, where the large subtrees are.
type pool[F any] struct {
	lock    sync.Mutex
	changed sync.Cond
	frames  []F
	workers int
	waiting int // workers without a frame
	stopped bool
	hungry  atomic.Bool // more workers wait than there are frames
}

// runKernels does all frames, one worker a kernel.
func runKernels[F any](ctx context.Context, kernels []kernel[F], frames []F, l *limiter, meter *graph.Meter) error {
	p := &pool[F]{frames: frames, workers: len(kernels)}
	p.changed.L = &p.lock
	return par.Each(ctx, len(kernels), len(kernels), func(_, worker int) error {
		err := mapping.Guard(func() error { return p.work(ctx, kernels[worker], l, meter) })
		if err != nil {
			p.stop()
		}
		return err
	})
}

// work does frames until there are none.
func (p *pool[F]) work(ctx context.Context, k kernel[F], l *limiter, meter *graph.Meter) error {
	known := uint64(0)
	for {
		f, ok := p.get()
		if !ok {
			return nil
		}
		k.push(f)
		for steps := k.run(sliceSteps); steps > 0; steps = k.run(sliceSteps) {
			report(meter, int64(steps))
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			if l.limited() {
				found := l.sum(k.found())
				if err := l.add(found - known); err != nil {
					return err
				}
				known = found
			}
			if p.hungry.Load() {
				if f, ok := k.donate(); ok {
					p.put(f)
				}
			}
		}
	}
}

// report adds to a meter whose total is an estimate, and not beyond that.
func report(meter *graph.Meter, steps int64) {
	if _, done, total := meter.Snapshot(); total == 0 || done+steps < total {
		meter.Add(steps)
	}
}

// get takes a frame. It waits while others may still donate one, and returns
// false when all is done.
func (p *pool[F]) get() (F, bool) {
	p.lock.Lock()
	defer p.lock.Unlock()
	p.waiting++
	p.hungry.Store(p.waiting > len(p.frames))
	for len(p.frames) == 0 && !p.stopped {
		if p.waiting == p.workers {
			p.stopped = true
			p.changed.Broadcast()
			break
		}
		p.changed.Wait()
	}
	if p.stopped {
		var none F
		return none, false
	}
	f := p.frames[len(p.frames)-1]
	p.frames = p.frames[:len(p.frames)-1]
	p.waiting--
	p.hungry.Store(p.waiting > len(p.frames))
	return f, true
}

func (p *pool[F]) put(f F) {
	p.lock.Lock()
	defer p.lock.Unlock()
	p.frames = append(p.frames, f)
	p.hungry.Store(p.waiting > len(p.frames))
	p.changed.Signal()
}

func (p *pool[F]) stop() {
	p.lock.Lock()
	defer p.lock.Unlock()
	p.stopped = true
	p.changed.Broadcast()
}

// limiter ends a count when there are more cycles than the limit.
type limiter struct {
	query query
	found atomic.Uint64
}

func (l *limiter) limited() bool { return l.query.limit != math.MaxUint64 }

// add notes that cycles were found.
func (l *limiter) add(cycles uint64) error {
	if l.limited() && l.found.Add(cycles) > l.query.limit {
		return ErrLimit
	}
	return nil
}

// sum returns how many of the cycles have a length that was asked for.
func (l *limiter) sum(byLength []uint64) uint64 {
	total := uint64(0)
	for length := l.query.shortest; length <= l.query.longest && length < len(byLength); length++ {
		total += byLength[length]
	}
	return total
}
