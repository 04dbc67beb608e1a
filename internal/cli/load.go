package cli

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

// loaded is a graph in memory, and the seconds that it took to get there.
type loaded struct {
	*graph.Graph
	read  float64
	clean float64
}

// load reads and cleans all of src, or takes its graph where it holds one.
func load(ctx context.Context, src graph.Source, opt graph.Options) (*loaded, error) {
	begin := time.Now()
	if holder, ok := src.(graph.Loader); ok {
		g, err := holder.Graph(ctx, opt.Threads)
		return &loaded{Graph: g, read: time.Since(begin).Seconds()}, err
	}
	if opt.Memory > 0 {
		src = census.Watch(src)
	}
	builder, err := lists.Open(ctx, src, lists.Options{Threads: opt.Threads, Memory: opt.Memory, InMemory: true, Meter: opt.Meter})
	if err != nil {
		return nil, refused(ctx, src, opt, err)
	}
	read := time.Now()
	g, err := builder.Graph(ctx)
	if err = cmp.Or(err, builder.Close()); err != nil {
		return nil, refused(ctx, src, opt, err)
	}
	return &loaded{Graph: g, read: read.Sub(begin).Seconds(), clean: time.Since(read).Seconds()}, nil
}

// refused is the error for a graph that was not loaded for want of memory: it names a
// limit that does.
func refused(ctx context.Context, src graph.Source, opt graph.Options, err error) error {
	var short *graph.MemoryError
	if !errors.As(err, &short) {
		return err
	}
	found, failed := census.Of(ctx, src, opt.Threads)
	if failed != nil {
		return failed
	}
	info := found.Complete(src.Info())
	need := lists.GraphBytes(par.Workers(opt.Threads), found.Records, found.Largest+1, found.Distinct, found.Vertices)
	return &loadError{&graph.MemoryError{
		What: strings.TrimSuffix(short.What, " of "+info.Name) + " of " + info.Name, Need: max(need+info.Holds(), short.Need), Limit: opt.Memory,
	}, info}
}

// loadError says that a graph was not loaded for want of memory, and how large it is.
type loadError struct {
	*graph.MemoryError
	info graph.Info // with the records and the vertices
}

func (e *loadError) Unwrap() error { return e.MemoryError }
