package graphio

import (
	"cmp"
	"context"
	"errors"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/loading"
)

// ReadGraph reads a graph file, "-" for standard input, into memory: as says how it is
// opened, and opt on how many threads it is read and cleaned, and within how much
// memory. Where only one of the two has a limit, it is that of both. The graph stays
// when the file goes.
//
// Errors: those of [Open]; *graph.MemoryError where the graph does not fit, with a limit
// that does; the cause of ctx when it ends.
func ReadGraph(ctx context.Context, name string, as Options, opt graph.Options) (g *graph.Graph, err error) {
	as.inMemory = true
	as.Memory, opt.Memory = cmp.Or(as.Memory, opt.Memory), cmp.Or(opt.Memory, as.Memory)
	src, err := Open(name, as)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, src.Close()) }()
	g, _, err = loading.Graph(ctx, src, opt)
	return g, err
}
