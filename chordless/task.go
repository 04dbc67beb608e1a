package chordless

import (
	"context"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/mapping"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// task is a part of a walk that any worker can do: the holes of a seed that
// come of these steps. The last of them is part of the task, those before lead
// to it.
type task struct {
	seed    seed
	choices []uint32
}

// taskDepth is the number of steps after which a walk is cut into tasks: there
// are thousands, where there is something to share.
const taskDepth = 8

// do does a task. A worker must get its tasks in the order of the walk.
func (w *walk) do(t task) error {
	w.guide = t.choices
	return w.from(t.seed)
}

// shareWalk makes a walk whose tasks are done by others. With a single worker
// there is nothing to share.
func (s *search) shareWalk(ctx context.Context, first *walk, workers []*walk, meter *graph.Meter) error {
	if len(workers) == 1 {
		return s.run(workers[0])
	}
	seeds, err := s.seeds(first.heed)
	if err != nil {
		return err
	}
	if first.longest < len(s.atom.members) && len(seeds) >= seedsEach*seedChunk*len(workers) {
		return shareSeeds(ctx, seeds, workers, meter)
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	tasks := make(chan task, 16*len(workers))
	first.cutAt = taskDepth
	first.cut = func(t task) error {
		select {
		case tasks <- t:
			return nil
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
	items := len(workers) + 1
	work := func(w *walk) error {
		for {
			select {
			case t, more := <-tasks:
				if !more {
					return nil
				}
				if err := w.do(t); err != nil {
					return err
				}
				meter.Add(1)
			case <-ctx.Done():
				return context.Cause(ctx)
			}
		}
	}
	return par.Each(ctx, items, items, func(_, item int) error {
		err := mapping.Guard(func() error {
			if item == 0 {
				defer close(tasks)
				return first.walkAll(seeds)
			}
			return work(workers[item-1])
		})
		if err != nil {
			stop(err)
		}
		return err
	})
}

// Short holes are counted from many seeds, so many a worker and at a time: none of them has
// much to do, and to cut it into tasks would take longer.
const (
	seedsEach = 16
	seedChunk = 32
)

// shareSeeds walks from all seeds, each of them whole. A worker gets its seeds in order.
func shareSeeds(ctx context.Context, seeds []seed, workers []*walk, meter *graph.Meter) error {
	return par.Chunks(ctx, len(workers), len(seeds), seedChunk, func(worker, begin, end int) error {
		meter.Add(int64(end - begin))
		return workers[worker].walkAll(seeds[begin:end])
	})
}
