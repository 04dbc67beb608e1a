package chordless

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"math/big"
	"math/bits"
	"slices"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/opencl"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// setSearcher is a method that finds holes as sets, many at a time: one on a GPU, or
// [Levels]. count and list are its questions, and trace tells the steps of Levels.
type setSearcher interface {
	count(ctx context.Context, look func(byLength []*big.Int) error) ([]*big.Int, error)
	list(ctx context.Context, visit func(holes []uint64) error) error
	trace() levelSteps
}

// withSetSearcher prepares the method of a job for body, and opens the device for it. Holes
// that are listed wait to be taken, and have half of the memory.
func (opt Options) withSetSearcher(ctx context.Context, j job, lists bool, body func(d setSearcher) error) error {
	left, times := j.memory, int64(1)
	if lists {
		times = 2
		j.memory /= times
	}
	err := opt.openSetSearcher(ctx, j, lists, body)
	if memory := (*graph.MemoryError)(nil); errors.As(err, &memory) {
		// Levels is asked what it needs; this is the limit for all.
		memory.Need, memory.Limit = opt.Memory-left+times*memory.Need, opt.Memory
	}
	return err
}

func (opt Options) openSetSearcher(ctx context.Context, j job, lists bool, body func(d setSearcher) error) (err error) {
	switch j.plan.Engine {
	case opencl.Engine:
		return opt.withOpenCLLevels(j, lists, body)
	case device.CPU:
		d, err := newCPULevels(j.search, par.Workers(opt.Threads)).within(j.memory)
		if err != nil {
			return err
		}
		return body(d)
	}
	dev, err := (*gpu.Group)(opt.Devices).First(ctx)
	if err != nil {
		return err
	}
	if j.plan.Method == Levels {
		k := newCUDALevels(dev, j.search)
		defer func() { err = cmp.Or(err, k.Close()) }() // after a panic of who takes holes, too
		return body(newDeviceLevels(k, j.search, lists))
	}
	d := newDeviceSearch(dev, j.search, lists)
	defer func() { err = cmp.Or(err, d.Close()) }()
	return body(d)
}

// listSets calls visit with all holes of an atom, as sets, many at a time. Their
// lengths and what they must go through are not looked at.
func (opt Options) listSets(ctx context.Context, j job, visit func(holes []uint64) error) error {
	return opt.withSetSearcher(ctx, j, true, func(d setSearcher) error {
		err := d.list(ctx, visit)
		opt.traceSteps(d.trace(), err)
		return err
	})
}

// listFromSets calls take for every hole of an atom that is asked for, as a
// cycle of the graph in canonical form. They are found as sets, and the workers
// put their vertices in order.
func (opt Options) listFromSets(ctx context.Context, j job, workers int, take func(cycle []uint32) error) error {
	return opt.withSetSearcher(ctx, j, true, func(d setSearcher) error {
		s := newSorting(ctx, j.search, workers)
		err := d.list(ctx, func(holes []uint64) error { return s.visit(holes, take) })
		opt.traceSteps(d.trace(), err)
		return err
	})
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
