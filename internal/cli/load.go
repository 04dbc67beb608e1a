package cli

import (
	"context"
	"errors"
	"math"
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
	raw, err := lists.Read(ctx, src, opt)
	if err != nil {
		return nil, refused(ctx, src, opt, err)
	}
	read := time.Now()
	cleaned, err := raw.Clean(ctx, opt)
	if err != nil {
		return nil, refused(ctx, src, opt, err)
	}
	clean := time.Now()
	g, err := cleaned.Graph(ctx, opt)
	return &loaded{Graph: g, read: read.Sub(begin).Seconds(), clean: clean.Sub(read).Seconds()}, err
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
	info, compact := found.Complete(src.Info())
	_, most := lists.CleanBytes(info)
	need := most.Get()
	if compact {
		need = max(need, lists.CompactBytes(par.Workers(opt.Threads), found.Records, found.Distinct, found.Largest > math.MaxUint32))
	}
	return &loadError{&graph.MemoryError{
		What: short.What + " of " + info.Name, Need: max(need+info.Holds(), short.Need), Limit: opt.Memory,
	}, info}
}

// loadError says that a graph was not loaded for want of memory, and how large it is.
type loadError struct {
	*graph.MemoryError
	info graph.Info // with the records and the vertices
}

func (e *loadError) Unwrap() error { return e.MemoryError }
