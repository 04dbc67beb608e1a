package inorder

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync"

	"github.com/tricycle-graph/tricycle/internal/par"
)

const (
	batchesAhead = 2 // of a part, that wait to be taken
	partsAhead   = 3 // a worker, that wait to be done or taken
)

// Stream is work in parts, each of which makes any number of batches. They are taken
// in the order of the parts while the parts are worked on side by side: what is not its
// turn waits, and where enough of it does, so do the workers. However much a part
// makes, only so many batches are held.
type Stream[B any] struct {
	Workers   int
	Parts     int
	Unordered bool // batches are taken as they come
	// Work does a part: it fills batches and sends them.
	Work func(l *Lane[B], part int) error
}

// Held returns how many batches there are at most.
func (s *Stream[B]) Held() int {
	if s.Workers == 1 {
		return 1
	}
	return (partsAhead+1)*s.Workers*batchesAhead + s.Workers + 1
}

// Lane is what a worker sends by.
type Lane[B any] struct {
	Worker int
	flow   *flow[B]
	to     chan *B // nil for a single worker, who waits for the batch to be taken
}

// flow is a stream on its way.
type flow[B any] struct {
	*Stream[B]
	ctx   context.Context
	take  func(*B) error
	turn  chan chan *B // the batches of each part, in order
	spare chan *B      // taken

	mu   sync.Mutex // held to give out a part and its turn
	next int
}

// Each takes all batches, on the goroutine of the caller. A batch is the workers' again
// when take returns. The first error ends the stream and is returned; so does the end
// of the context. A panic of a worker is raised again here.
func (s *Stream[B]) Each(ctx context.Context, take func(*B) error) error {
	f := &flow[B]{Stream: s, ctx: ctx, take: take, spare: make(chan *B, s.Held())}
	if s.Workers == 1 {
		l := &Lane[B]{flow: f}
		return par.Each(ctx, 1, s.Parts, func(_, part int) error { return s.Work(l, part) })
	}
	ctx, stop := context.WithCancelCause(ctx)
	f.ctx = ctx
	f.turn = make(chan chan *B, partsAhead*s.Workers)
	ended := make(chan struct{})
	var worked error
	crash := ""
	go func() {
		defer close(ended)
		defer close(f.turn)
		defer func() {
			if r := recover(); r != nil {
				crash = fmt.Sprintf("%v\n\n%s", r, debug.Stack())
			}
		}()
		worked = f.work(stop)
	}()
	defer func() { // also where take panics
		stop(nil)
		<-ended
	}()
	taken := f.takeAll()
	stop(taken)
	<-ended
	switch {
	case crash != "":
		panic(crash)
	case taken != nil:
		return taken
	}
	return worked
}

// work does all parts.
func (f *flow[B]) work(stop context.CancelCauseFunc) error {
	var all chan *B // of all parts, where the order does not matter
	if f.Unordered {
		all = make(chan *B, batchesAhead*f.Workers)
		f.turn <- all
		defer close(all)
	}
	return par.Each(f.ctx, f.Workers, f.Parts, func(worker, _ int) error {
		l := &Lane[B]{Worker: worker, flow: f, to: all}
		part, err := f.begin(l)
		if err != nil {
			return err
		}
		err = errCrash
		defer func() {
			// Nothing behind a part that failed may be taken.
			if err != nil {
				stop(err)
			}
			if all == nil {
				close(l.to)
			}
		}()
		err = f.Work(l, part)
		return err
	})
}

// begin gives out the next part, and its turn.
func (f *flow[B]) begin(l *Lane[B]) (part int, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	part = f.next
	f.next++
	if f.Unordered {
		return part, nil
	}
	l.to = make(chan *B, batchesAhead)
	select {
	case f.turn <- l.to:
		return part, nil
	case <-f.ctx.Done():
		return part, context.Cause(f.ctx)
	}
}

// takeAll takes the batches of one part after the other.
func (f *flow[B]) takeAll() error {
	for batches := range f.turn {
		for b := range batches {
			if f.ctx.Err() != nil {
				return context.Cause(f.ctx)
			}
			if err := f.take(b); err != nil {
				return err
			}
			f.spare <- b
		}
		if f.ctx.Err() != nil {
			return context.Cause(f.ctx)
		}
	}
	return nil
}

// Empty returns a batch to fill: a new one, or one that was taken, as it was left.
func (l *Lane[B]) Empty() *B {
	select {
	case b := <-l.flow.spare:
		return b
	default:
		return new(B)
	}
}

// Send hands a batch over. It waits where too many wait.
func (l *Lane[B]) Send(b *B) error {
	f := l.flow
	if l.to == nil {
		if f.ctx.Err() != nil {
			return context.Cause(f.ctx)
		}
		err := f.take(b)
		if err == nil {
			f.spare <- b
		}
		return err
	}
	select {
	case l.to <- b:
		return nil
	case <-f.ctx.Done():
		return context.Cause(f.ctx)
	}
}
