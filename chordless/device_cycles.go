package chordless

import (
	"cmp"
	"context"
	"iter"
	"math/big"
	"math/bits"
	"slices"

	"github.com/tricycle-graph/tricycle/internal/gpu"
)

// deviceSearcher is a method on a GPU: count and list are its questions.
type deviceSearcher interface {
	count(ctx context.Context, look func(byLength []*big.Int) error) ([]*big.Int, error)
	list(ctx context.Context, visit func(holes []uint64) error) error
	Close() error
}

// newDeviceSearcher opens the device and prepares the method of a job there.
func (opt Options) newDeviceSearcher(ctx context.Context, j job, lists bool) (deviceSearcher, error) {
	dev, err := (*gpu.Group)(opt.Devices).First(ctx)
	if err != nil {
		return nil, err
	}
	if j.plan.Method == Levels {
		return newDeviceLevels(dev, j.search, lists), nil
	}
	return newDeviceSearch(dev, j.search, lists), nil
}

// listSets calls visit with all holes of an atom, as sets, many at a time. Their
// lengths and what they must go through are not looked at.
func (opt Options) listSets(ctx context.Context, j job, visit func(holes []uint64) error) (err error) {
	d, err := opt.newDeviceSearcher(ctx, j, true)
	if err != nil {
		return err
	}
	defer func() { err = cmp.Or(err, d.Close()) }()
	err = d.list(ctx, visit)
	opt.traceLevels(d)
	return err
}

// traced returns options that keep the steps of the method Levels, where Trace asks
// for them, and what tells it of them.
func (opt Options) traced() (Options, func()) {
	if opt.Trace == nil {
		return opt, func() {}
	}
	opt.levels = new([]levelStep)
	return opt, func() {
		for _, s := range *opt.levels {
			opt.Trace(s.step, s.paths, s.cycles)
		}
	}
}

// traceLevels adds to the trace, where there is one, what the method has of it.
func (opt Options) traceLevels(d deviceSearcher) {
	if l, ok := d.(*deviceLevels); ok && opt.levels != nil {
		*opt.levels = addLevels(*opt.levels, l.steps)
	}
}

// listOnDevice calls take for every hole of an atom that is asked for, as a
// cycle of the graph in canonical form. The GPU finds them as sets, and the
// workers put their vertices in order.
func (opt Options) listOnDevice(ctx context.Context, j job, workers int, take func(cycle []uint32) error) (err error) {
	d, err := opt.newDeviceSearcher(ctx, j, true)
	if err != nil {
		return err
	}
	defer func() { err = cmp.Or(err, d.Close()) }()
	s := newSorting(ctx, j.search, workers)
	err = d.list(ctx, func(holes []uint64) error { return s.visit(holes, take) })
	opt.traceLevels(d)
	return err
}

// words is a set of vertices as bits.
type words []uint64

// setWords is the length of words for so many vertices.
func setWords(vertices int) int { return (vertices + 63) / 64 }

func (w words) has(v uint32) bool { return w[v/64]>>(v%64)&1 == 1 }
func (w words) add(v uint32)      { w[v/64] |= 1 << (v % 64) }
func (w words) drop(v uint32)     { w[v/64] &^= 1 << (v % 64) }
func (w words) empty() bool       { return !slices.ContainsFunc(w, func(x uint64) bool { return x != 0 }) }

// all yields the elements, ascending.
func (w words) all() iter.Seq[uint32] {
	return func(yield func(uint32) bool) {
		for i, left := range w {
			for ; left != 0; left &= left - 1 {
				if !yield(uint32(64*i + bits.TrailingZeros64(left))) {
					return
				}
			}
		}
	}
}
