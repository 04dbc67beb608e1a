// Package loading brings whole graphs into memory: every call that returns one goes
// through it.
package loading

import (
	"cmp"
	"context"
	"errors"
	"strings"
	"time"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/census"
	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// Took is how long it took to get to a graph.
type Took struct {
	Read  time.Duration // all, where the source holds a graph
	Clean time.Duration
}

// Graph reads and cleans all of src, or takes its graph where it holds one.
//
// Errors: those of [Within], *graph.InputError for bad input, the cause of ctx when it
// ends.
func Graph(ctx context.Context, src graph.Source, opt graph.Options) (g *graph.Graph, took Took, err error) {
	begin := time.Now()
	if loader, ok := src.(graph.Loader); ok {
		g, err = loader.Graph(ctx, opt.Threads)
		took.Read = time.Since(begin)
		return g, took, err
	}
	err = Within(ctx, src, opt, nil, func(src graph.Source) error {
		builder, err := lists.Open(ctx, src, lists.Options{Threads: opt.Threads, Memory: opt.Memory, InMemory: true, Meter: opt.Meter})
		if err != nil {
			return err
		}
		took.Read = time.Since(begin)
		g, err = builder.Graph(ctx)
		err = cmp.Or(err, builder.Close())
		took.Clean = time.Since(begin) - took.Read
		return err
	})
	if err != nil {
		return nil, took, err
	}
	return g, took, nil
}

// Within lets body read a source into no more than opt.Memory. Where that does not do,
// the error is a *[ShortError]. A source that can be read again is, to find the limit
// that it names: one for a graph, and for what body holds beside it, nil for nothing.
func Within(ctx context.Context, src graph.Source, opt graph.Options, beside func(found census.Census) int64, body func(src graph.Source) error) error {
	if opt.Memory > 0 {
		src = census.Watch(src)
	}
	err := body(src)
	var short *graph.MemoryError
	if opt.Memory <= 0 || !errors.As(err, &short) {
		return err
	}
	found, failed := census.Of(ctx, src, opt.Threads)
	if failed != nil {
		return failed
	}
	info := found.Complete(src.Info())
	need := lists.GraphBytes(par.Workers(opt.Threads), found.Records, found.Bound(), found.Distinct, found.Vertices)
	if beside != nil {
		need += beside(found)
	}
	return &ShortError{&graph.MemoryError{
		What: strings.TrimSuffix(short.What, " of "+info.Name) + " of " + info.Name, Need: max(need+info.Holds(), short.Need), Limit: opt.Memory,
	}, info}
}

// ShortError says that a graph was not loaded for want of memory, and how large it is.
// It needs so much that a limit of it does.
type ShortError struct {
	*graph.MemoryError
	Info graph.Info // with the records and the vertices
}

func (e *ShortError) Unwrap() error { return e.MemoryError }
