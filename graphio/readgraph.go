package graphio

import (
	"context"
	"errors"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/lists"
)

// ReadGraph reads a graph file, "-" for standard input, within opt.Memory. The
// graph stays when the file goes.
func ReadGraph(ctx context.Context, name string, opt Options) (g *graph.Graph, err error) {
	opt.inMemory = true
	src, err := Open(name, opt)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, src.Close()) }()
	return build(ctx, src, graph.Options{Memory: opt.Memory})
}

// build returns the graph of src.
func build(ctx context.Context, src graph.Source, opt graph.Options) (*graph.Graph, error) {
	if loader, ok := src.(graph.Loader); ok {
		return loader.Graph(ctx, opt.Threads)
	}
	return lists.Graph(ctx, src, opt)
}
