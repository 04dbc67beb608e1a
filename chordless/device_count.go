package chordless

import (
	"context"
	"fmt"
	"math/big"
	"slices"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/opencl"
)

// countOnDevice counts the holes of an atom on a device. Where device.Auto chose
// it and it fails, the CPU counts.
func (c *counter) countOnDevice(ctx context.Context, j job, workers int, meter *graph.Meter) error {
	meter.Start("count "+opencl.Place(j.plan.Engine), 0)
	before := c.limiter.found.Load()
	found, err := c.countSets(ctx, j)
	if gpu.Failed(err) && !c.opt.onDevice() && ctx.Err() == nil {
		c.result.Note = fmt.Sprintf("counted on the CPU: %v", err)
		j.plan.Engine = device.CPU
		c.limiter.found.Store(before) // nobody else counts meanwhile
		return c.countAtom(ctx, j, workers, meter)
	}
	c.result.Engine = j.plan.Engine
	c.addFound(j, found)
	return err
}

// addFound adds the holes of an atom, as far as their lengths were asked for.
func (c *counter) addFound(j job, found bigCounts) {
	for length, count := range found.byLength {
		if count.Sign() > 0 && length >= c.query.shortest && length <= c.query.longest {
			c.addHoles(length, count)
		}
	}
	for v, count := range found.through {
		c.addThrough(j.search.atom.chainOf(uint32(v)), count)
	}
}

// countSets returns the counts of an atom that were asked for, by a method that
// finds holes as sets, as far as an error let it.
func (c *counter) countSets(ctx context.Context, j job) (found bigCounts, err error) {
	s := j.search
	if c.opt.countsListed(j) {
		return c.countListed(ctx, j)
	}
	err = c.opt.withSetSearcher(ctx, j, false, func(d setSearcher) (err error) {
		found.byLength, err = d.count(ctx, c.look(s.query))
		c.opt.traceSteps(d.trace(), err)
		return err
	})
	return found, err
}

// look returns what looks at the counts of a search where there is a limit, and ends it.
func (c *counter) look(q query) func(byLength []*big.Int) error {
	if !c.limiter.limited() {
		return nil
	}
	known := new(big.Int)
	return func(byLength []*big.Int) error {
		found := new(big.Int)
		for length := q.shortest; length <= q.longest && length < len(byLength); length++ {
			found.Add(found, byLength[length])
		}
		more := new(big.Int).Sub(found, known)
		known = found
		if !more.IsUint64() {
			return ErrLimit
		}
		return c.limiter.add(more.Uint64())
	}
}

// countsListed says that what is asked for needs the vertices of every hole, but
// for one that all begin from.
func (opt Options) countsListed(j job) bool {
	through := len(j.search.query.through)
	return opt.PerVertex || through > 1 || through > 0 && j.plan.Method == Levels
}

// countListed counts what is listed.
func (c *counter) countListed(ctx context.Context, j job) (bigCounts, error) {
	s := j.search
	byLength := newCounts(s.atom)
	var through []uint64
	if c.opt.PerVertex {
		through = make([]uint64, s.atom.size())
	}
	count := func(hole words) error {
		length, required := 0, len(s.query.through)
		for _, v := range s.query.through {
			if hole.has(v) {
				required--
			}
		}
		for v := range hole.all() {
			length += s.atom.weight(v)
		}
		if required > 0 || length < s.query.shortest || length > s.query.longest {
			return nil
		}
		byLength[length]++
		if through != nil {
			for v := range hole.all() {
				through[v]++
			}
		}
		return c.limiter.add(1)
	}
	err := c.opt.listSets(ctx, j, func(holes []uint64) error {
		for hole := range slices.Chunk(holes, setWords(s.atom.size())) {
			if err := count(hole); err != nil {
				return err
			}
		}
		return nil
	})
	found := bigCounts{byLength: bigOf(byLength)}
	if through != nil {
		found.through = bigOf(through)
	}
	return found, err
}

func bigOf(counts []uint64) []*big.Int {
	list := make([]*big.Int, len(counts))
	for i, count := range counts {
		list[i] = new(big.Int).SetUint64(count)
	}
	return list
}
