package graphio

import (
	"context"
	"errors"
	"sync"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// eachInOrder is [par.Each], but for the error: where items are malformed, it
// is always that of the first one, whichever goroutine met its own first.
// Other errors end the loop at once.
func eachInOrder(ctx context.Context, workers, items int, body func(worker, item int) error) error {
	var first firstMalformed
	err := par.Each(ctx, workers, items, func(worker, item int) error {
		if first.before(item) {
			return nil
		}
		return first.take(item, body(worker, item))
	})
	if err != nil {
		return err
	}
	return first.err
}

// firstMalformed keeps the error of the first item that is malformed. Items before it
// are still read, as one of them may be, too.
type firstMalformed struct {
	mu   sync.Mutex
	err  error
	item int
}

// before says that an item before this one is known to be malformed.
func (f *firstMalformed) before(item int) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.err != nil && f.item < item
}

// take keeps an error that says that the item is malformed, and returns any other.
func (f *firstMalformed) take(item int, err error) error {
	if malformed := (*graph.InputError)(nil); !errors.As(err, &malformed) {
		return err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.err == nil || item < f.item {
		f.err, f.item = err, item
	}
	return nil
}
