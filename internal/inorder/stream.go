package inorder

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync"

	"github.com/tricycle-graph/tricycle/internal/par"
)

const (
	batchesAhead = 48 // a worker, that are filled or wait to be taken
	batchesKept  = 2  // for the part that is taken
	partsAhead   = 16 // a worker, that wait to be done or taken
)

// Stream is work in parts, each of which makes any number of batches. They are taken
// in the order of the parts while the parts are worked on side by side: what is not its
// turn waits, and where enough of it does, so do the workers. However much a part
// makes, only so many batches are held. They are for whichever part makes them first, but
// for a few that wait for the part whose turn it is, so that this can always go on.
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
	return batchesAhead*s.Workers + batchesKept
}

// Lane is what a worker sends by.
type Lane[B any] struct {
	Worker  int
	flow    *flow[B]
	turn[B] // of the part; none for a single worker, who waits for the batch to be taken
}

// turn is where a part waits.
type turn[B any] struct {
	to   chan *B       // its batches, in order, and nil; there is room for all that are held
	came chan struct{} // is closed when they are taken
}

// flow is a stream on its way.
type flow[B any] struct {
	*Stream[B]
	ctx   context.Context
	take  func(*B) error
	turns chan turn[B]  // of the parts, in order
	spare chan struct{} // is sent to for each batch that any part may have
	kept  chan struct{} // and for those of the part whose turn it is

	mu    sync.Mutex // held to give out a part and its turn
	next  int
	stock sync.Mutex
	taken []*B      // of which the last one may still be in a cache
	empty []chan *B // of turns that are over
}

// Each takes all batches, on the goroutine of the caller. A batch is the workers' again
// when take returns. The first error ends the stream and is returned; so does the end
// of the context. A panic of a worker is raised again here.
func (s *Stream[B]) Each(ctx context.Context, take func(*B) error) error {
	f := &flow[B]{Stream: s, ctx: ctx, take: take}
	if s.Workers == 1 {
		l := &Lane[B]{flow: f}
		return par.Each(ctx, 1, s.Parts, func(_, part int) error { return s.Work(l, part) })
	}
	ctx, stop := context.WithCancelCause(ctx)
	f.ctx = ctx
	f.spare, f.kept = tokens(batchesAhead*s.Workers), tokens(batchesKept)
	f.turns = make(chan turn[B], partsAhead*s.Workers)
	ended := make(chan struct{})
	var worked error
	crash := ""
	go func() {
		defer close(ended)
		defer close(f.turns)
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
	var all turn[B] // of all parts, where the order does not matter
	if f.Unordered {
		all = f.newTurn()
		f.turns <- all
		defer close(all.to)
	}
	return par.Each(f.ctx, f.Workers, f.Parts, func(worker, _ int) error {
		l := &Lane[B]{Worker: worker, flow: f, turn: all}
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
			if !f.Unordered {
				l.to <- nil
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
	l.turn = f.newTurn()
	select {
	case f.turns <- l.turn:
		return part, nil
	case <-f.ctx.Done():
		return part, context.Cause(f.ctx)
	}
}

func (f *flow[B]) newTurn() turn[B] {
	f.stock.Lock()
	defer f.stock.Unlock()
	last := len(f.empty) - 1
	if last < 0 {
		return turn[B]{make(chan *B, f.Held()+1), make(chan struct{})}
	}
	to := f.empty[last]
	f.empty = f.empty[:last]
	return turn[B]{to, make(chan struct{})}
}

// takeAll takes the batches of one part after the other.
func (f *flow[B]) takeAll() error {
	for t := range f.turns {
		close(t.came)
		for b := range t.to {
			if f.ctx.Err() != nil {
				return context.Cause(f.ctx)
			}
			if b == nil {
				f.stock.Lock()
				f.empty = append(f.empty, t.to)
				f.stock.Unlock()
				break
			}
			if err := f.take(b); err != nil {
				return err
			}
			f.giveBack(b)
		}
		if f.ctx.Err() != nil {
			return context.Cause(f.ctx)
		}
	}
	return nil
}

// tokens returns a channel that is full.
func tokens(n int) chan struct{} {
	c := make(chan struct{}, n)
	for range n {
		c <- struct{}{}
	}
	return c
}

// giveBack takes a batch that was taken, first of all for the part whose turn it is.
func (f *flow[B]) giveBack(b *B) {
	f.stock.Lock()
	f.taken = append(f.taken, b)
	f.stock.Unlock()
	select {
	case f.kept <- struct{}{}:
	default:
		f.spare <- struct{}{}
	}
}

// Empty returns a batch to fill: a new one, or one that was taken, as it was left. It waits
// where all are held. The batch is to be sent, whatever is in it.
func (l *Lane[B]) Empty() (*B, error) {
	f := l.flow
	if f.Workers > 1 {
		if err := l.wait(); err != nil {
			return nil, err
		}
	}
	f.stock.Lock()
	defer f.stock.Unlock()
	last := len(f.taken) - 1
	if last < 0 {
		return new(B), nil
	}
	b := f.taken[last]
	f.taken = f.taken[:last]
	return b, nil
}

// wait waits until there may be one batch more.
func (l *Lane[B]) wait() error {
	f := l.flow
	select {
	case <-f.spare:
		return nil
	default:
	}
	select {
	case <-f.spare:
		return nil
	case <-f.ctx.Done():
		return context.Cause(f.ctx)
	case <-l.came:
	}
	select {
	case <-f.spare:
		return nil
	case <-f.kept:
		return nil
	case <-f.ctx.Done():
		return context.Cause(f.ctx)
	}
}

// Send hands a batch over.
func (l *Lane[B]) Send(b *B) error {
	f := l.flow
	if l.to == nil {
		if f.ctx.Err() != nil {
			return context.Cause(f.ctx)
		}
		err := f.take(b)
		if err == nil {
			f.taken = append(f.taken, b)
		}
		return err
	}
	l.to <- b
	if f.ctx.Err() != nil {
		return context.Cause(f.ctx)
	}
	return nil
}
