// Package par shares loops between goroutines: by count, in small chunks taken
// from a common counter, or by work, so that one heavy item does not leave the
// other workers idle. [Each] and [Chunks] start goroutines for one loop; where many
// short loops follow each other, a [Crew] keeps them.
package par

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"

	"github.com/tricycle-graph/tricycle/internal/mapping"
)

// Workers returns the number of workers for a wish: itself when positive,
// every core otherwise.
func Workers(wish int) int {
	if wish > 0 {
		return wish
	}
	return runtime.GOMAXPROCS(0)
}

// Each calls body once for every item in [0, items), from at most workers
// goroutines that take the next item when they are free. worker, in
// [0, workers), tells the goroutines apart. The first error, or the end of
// ctx, stops the loop before the next item and is returned; so is what
// [mapping.Guard] makes of a fault. A panic of body is raised again in the
// caller, who can recover it.
func Each(ctx context.Context, workers, items int, body func(worker, item int) error) error {
	workers = min(workers, items)
	if workers <= 1 {
		return mapping.Guard(func() error {
			for item := range items {
				if err := ctx.Err(); err != nil {
					return context.Cause(ctx)
				}
				if err := body(0, item); err != nil {
					return err
				}
			}
			return nil
		})
	}
	var (
		next   atomic.Int64
		group  sync.WaitGroup
		failed atomic.Bool
		once   sync.Once
		first  error
	)
	fail := func(err error) {
		once.Do(func() { first = err })
		failed.Store(true)
	}
	var crash atomic.Pointer[string]
	for worker := range workers {
		group.Go(func() {
			defer func() {
				if r := recover(); r != nil {
					text := fmt.Sprintf("%v\n\n%s", r, debug.Stack())
					crash.Store(&text)
					failed.Store(true)
				}
			}()
			err := mapping.Guard(func() error {
				for !failed.Load() {
					item := next.Add(1) - 1
					if item >= int64(items) {
						return nil
					}
					if ctx.Err() != nil {
						return context.Cause(ctx)
					}
					if err := body(worker, int(item)); err != nil {
						return err
					}
				}
				return nil
			})
			if err != nil {
				fail(err)
			}
		})
	}
	group.Wait()
	if text := crash.Load(); text != nil {
		panic(*text)
	}
	return first
}

// Chunks calls body for consecutive ranges [begin, end) of at most size that
// cover [0, n).
func Chunks(ctx context.Context, workers, n, size int, body func(worker, begin, end int) error) error {
	items := (n + size - 1) / size
	return Each(ctx, workers, items, func(worker, item int) error {
		begin := item * size
		return body(worker, begin, min(begin+size, n))
	})
}
