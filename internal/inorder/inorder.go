// Package inorder does work in parallel and finishes it in order: what is written
// to a file is formatted or compressed by many goroutines, and is the same for any
// number of them.
package inorder

import (
	"errors"
	"fmt"
	"runtime/debug"
	"sync"

	"github.com/tricycle-graph/tricycle/internal/mapping"
)

// Queue carries items of one goroutine, who takes and sends them, through
// workers to where they are finished. Items are used again, so that there are
// only so many of them.
type Queue[T any] struct {
	jobs  chan *Item[T]
	queue chan *Item[T] // in order
	free  chan *Item[T]
	ended chan struct{} // all items are finished

	mu    sync.Mutex
	err   error  // the first one
	crash string // of the first goroutine that panicked
}

// Item is one value on its way.
type Item[T any] struct {
	Value T
	err   error
	done  chan struct{} // gets a value when the work is done
}

// New starts a queue. Each of the workers calls worker once, for a function of its
// own that does the work on an item; finish is called for one item at a time, in
// the order in which they were sent. After an error nothing is finished any more.
func New[T any](workers int, worker func() func(*T) error, finish func(*T) error) *Queue[T] {
	held := workers + 2 // one being filled, one being finished
	q := &Queue[T]{
		jobs:  make(chan *Item[T], held),
		queue: make(chan *Item[T], held),
		free:  make(chan *Item[T], held),
		ended: make(chan struct{}),
	}
	for range held {
		q.free <- &Item[T]{done: make(chan struct{}, 1)}
	}
	for range workers {
		go func() {
			work := worker()
			for item := range q.jobs {
				item.err = nil
				if q.Err() == nil {
					item.err = q.guard(work, &item.Value)
				}
				item.done <- struct{}{}
			}
		}()
	}
	go q.finish(finish)
	return q
}

func (q *Queue[T]) finish(finish func(*T) error) {
	defer close(q.ended)
	for item := range q.queue {
		<-item.done
		err := item.err
		if err == nil && q.Err() == nil {
			err = q.guard(finish, &item.Value)
		}
		if err != nil {
			q.fail(err)
		}
		q.free <- item
	}
}

// guard calls step. What [mapping.Guard] makes of a fault is an error, and a panic
// is kept for Close.
func (q *Queue[T]) guard(step func(*T) error, value *T) (err error) {
	defer func() {
		if r := recover(); r != nil {
			q.mu.Lock()
			defer q.mu.Unlock()
			if q.crash == "" {
				q.crash = fmt.Sprintf("%v\n\n%s", r, debug.Stack())
			}
			err = errCrash
		}
	}()
	return mapping.Guard(func() error { return step(value) })
}

// errCrash is what others see of a panic.
var errCrash = errors.New("a goroutine panicked")

// Take returns an item that is free, as it was left. It waits for one.
func (q *Queue[T]) Take() *Item[T] { return <-q.free }

// Send hands an item over to the workers.
func (q *Queue[T]) Send(item *Item[T]) {
	q.jobs <- item
	q.queue <- item
}

// Err returns the first error so far.
func (q *Queue[T]) Err() error {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.err
}

func (q *Queue[T]) fail(err error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.err == nil {
		q.err = err
	}
}

// Close waits until all items that were sent are finished, and ends the
// goroutines. It returns the first error. A panic of theirs is raised again here,
// where the caller can recover it.
func (q *Queue[T]) Close() error {
	close(q.jobs)
	close(q.queue)
	<-q.ended
	if q.crash != "" {
		panic(q.crash)
	}
	return q.err
}
