package cli

import (
	"context"
	"time"

	"github.com/tricycle-graph/tricycle/graph"
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
	raw, err := graph.Read(ctx, src, opt)
	if err != nil {
		return nil, err
	}
	read := time.Now()
	cleaned, err := raw.Clean(ctx, opt)
	if err != nil {
		return nil, err
	}
	clean := time.Now()
	g, err := cleaned.Graph(ctx, opt)
	return &loaded{Graph: g, read: read.Sub(begin).Seconds(), clean: clean.Sub(read).Seconds()}, err
}
