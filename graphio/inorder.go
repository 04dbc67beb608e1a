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
	var (
		mu    sync.Mutex
		first error
		bad   int // the item of first
	)
	skip := func(item int) bool {
		mu.Lock()
		defer mu.Unlock()
		return first != nil && item > bad
	}
	err := par.Each(ctx, workers, items, func(worker, item int) error {
		if skip(item) {
			return nil
		}
		err := body(worker, item)
		if malformed := (*graph.InputError)(nil); !errors.As(err, &malformed) {
			return err
		}
		mu.Lock()
		defer mu.Unlock()
		if first == nil || item < bad {
			first, bad = err, item
		}
		return nil
	})
	if err != nil {
		return err
	}
	return first
}
