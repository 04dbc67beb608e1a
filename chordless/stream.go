package chordless

import (
	"context"
	"sync"

	"github.com/tricycle-graph/tricycle/internal/mapping"
)

const (
	batchVertices = 1 << 13 // vertices in a batch, about
	batchesAhead  = 4       // of a task, that wait to be taken
	tasksAhead    = 8       // a worker, that wait to be done or taken
)

// listDepth is the number of steps after which a walk that lists is cut into tasks, whose
// cycles wait for their turn: few are enough, and more would be tasks of a cycle or two.
const listDepth = 2

// streamBytes is what batches hold that wait for their turn.
func streamBytes(workers int) int64 {
	if workers == 1 {
		return 0
	}
	const batchBytes = 8 * batchVertices // vertices and ends, and what append leaves free
	return int64(workers*(tasksAhead+1)*(batchesAhead+1)) * batchBytes
}

// batch is a run of cycles: their vertices one after the other, and where each
// ends.
type batch struct {
	vertices []uint32
	ends     []int
}

// part is a stretch of the stream of cycles: those of a task, or those that the
// walk finds between two tasks.
type part struct {
	task    task // to be done, or already done where it has no choices
	batches chan *batch
}

// stream hands the cycles of a walk on in their order, while its tasks are done
// by several workers: what is not its turn waits in batches, and when these are
// full, so does the worker.
type stream struct {
	search *search
	ctx    context.Context
	turn   chan *part  // all parts, in order
	open   chan *part  // those whose task is to be done
	spare  chan *batch // taken and empty
}

// list calls take for every hole that is asked for, as a cycle of the graph in
// canonical form.
func (s *search) list(ctx context.Context, workers int, take func(cycle []uint32) error) error {
	if workers == 1 {
		var expanded, cycle []uint32
		return s.visit(ctx, func(hole []uint32) error {
			expanded = s.atom.expand(expanded[:0], hole)
			cycle = appendCanonical(cycle[:0], expanded)
			return take(cycle)
		})
	}
	ctx, stop := context.WithCancelCause(ctx)
	f := &stream{
		search: s, ctx: ctx,
		turn: make(chan *part, tasksAhead*workers), open: make(chan *part, tasksAhead*workers),
		spare: make(chan *batch, batchesAhead*tasksAhead*workers),
	}
	var group sync.WaitGroup
	run := func(body func() error) {
		group.Go(func() {
			if err := mapping.Guard(body); err != nil {
				stop(err)
			}
		})
	}
	run(f.cut)
	for range workers {
		run(f.work)
	}
	err := f.take(take)
	stop(err)
	group.Wait()
	return err
}

// cut walks as far as to the tasks.
func (f *stream) cut() error {
	defer close(f.turn)
	defer close(f.open)
	w := newWalk(f.ctx, f.search)
	between := f.collector(w)
	w.cutAt = listDepth
	w.cut = func(t task) error {
		if err := between.finish(); err != nil {
			return err
		}
		p := newPart(t)
		if err := send(f.ctx, f.turn, p); err != nil {
			return err
		}
		return send(f.ctx, f.open, p)
	}
	if err := f.search.run(w); err != nil {
		return err
	}
	return between.finish()
}

// work does tasks.
func (f *stream) work() error {
	w := newWalk(f.ctx, f.search)
	c := f.collector(w)
	for p := range f.open {
		c.part = p
		if err := w.do(p.task); err != nil {
			return err
		}
		if err := c.finish(); err != nil {
			return err
		}
	}
	return nil
}

// take takes the cycles of one part after the other.
func (f *stream) take(take func(cycle []uint32) error) error {
	for {
		p, more, err := receive(f.ctx, f.turn)
		if !more {
			return err
		}
		for {
			b, more, err := receive(f.ctx, p.batches)
			if err != nil {
				return err
			}
			if !more {
				break
			}
			begin := 0
			for _, end := range b.ends {
				if err := take(b.vertices[begin:end]); err != nil {
					return err
				}
				begin = end
			}
			f.recycle(b)
		}
	}
}

// recycle keeps a batch to be used again, if there is room.
func (f *stream) recycle(b *batch) {
	b.vertices, b.ends = b.vertices[:0], b.ends[:0]
	select {
	case f.spare <- b:
	default:
	}
}

func (f *stream) empty() *batch {
	select {
	case b := <-f.spare:
		return b
	default:
		return &batch{}
	}
}

func newPart(t task) *part { return &part{task: t, batches: make(chan *batch, batchesAhead)} }

func send[T any](ctx context.Context, to chan<- T, value T) error {
	select {
	case to <- value:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// receive returns the next value; false when there are no more, or when ctx
// has ended, with its cause.
func receive[T any](ctx context.Context, from <-chan T) (value T, more bool, err error) {
	select {
	case value, more = <-from:
		return value, more, nil
	case <-ctx.Done():
		return value, false, context.Cause(ctx)
	}
}

// collector puts the holes of a walk into batches.
type collector struct {
	stream   *stream
	part     *part // nil where the walk is between two tasks and has found nothing since
	batch    *batch
	expanded []uint32
}

func (f *stream) collector(w *walk) *collector {
	c := &collector{stream: f}
	w.list(c.add)
	return c
}

func (c *collector) add(hole []uint32) error {
	if c.batch == nil {
		c.batch = c.stream.empty()
	}
	b := c.batch
	c.expanded = c.stream.search.atom.expand(c.expanded[:0], hole)
	b.vertices = appendCanonical(b.vertices, c.expanded)
	b.ends = append(b.ends, len(b.vertices))
	if len(b.vertices) < batchVertices {
		return nil
	}
	return c.flush()
}

// flush hands the batch on.
func (c *collector) flush() error {
	if c.part == nil {
		c.part = newPart(task{})
		if err := send(c.stream.ctx, c.stream.turn, c.part); err != nil {
			return err
		}
	}
	b := c.batch
	c.batch = nil
	return send(c.stream.ctx, c.part.batches, b)
}

// finish ends the part.
func (c *collector) finish() error {
	if c.batch != nil {
		if err := c.flush(); err != nil {
			return err
		}
	}
	if c.part != nil {
		close(c.part.batches)
		c.part = nil
	}
	return nil
}
