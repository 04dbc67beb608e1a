package generator

import (
	"context"
	"fmt"
	"sync/atomic"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// blockRecords is about the number of records in a block: 1 MiB of pairs.
const blockRecords = 1 << 17

// Source is the graph.Source of a generator. Its records have an order, which
// Read does not keep and the numbered blocks do: block 0 holds the first
// records, and so on.
type Source struct {
	info   graph.Info
	blocks int
	// appendBlock appends the records of one block. It is a pure function, so
	// blocks are made in parallel and in any order.
	appendBlock func(block int, edges []graph.Edge) []graph.Edge
	// state is what appendBlock reads; nil where the parameters are enough.
	state    state
	prepared bool
	places   places
}

// state is what has to be made before the records can be: the points of a
// geometric graph, or all links of a graph that grows.
type state interface {
	make(ctx context.Context, workers int) error
	free()
}

// newSource returns a source of items (records, vertices, papers), perBlock of
// them a block; appendItems appends the records of the items in [begin, end).
// info holds the name, the format, the vertices and the records, and, where
// these are unknown, their upper bound.
func newSource(info graph.Info, items, perBlock int, appendItems func(begin, end int, edges []graph.Edge) []graph.Edge) *Source {
	if info.Records.Known() {
		info.MaxRecords = info.Records
	}
	info.Recognised = "generator"
	info.Rereadable = true
	return &Source{
		info:   info,
		blocks: (items + perBlock - 1) / perBlock,
		appendBlock: func(block int, edges []graph.Edge) []graph.Edge {
			begin := block * perBlock
			return appendItems(begin, min(begin+perBlock, items), edges)
		},
	}
}

// Info returns what the parameters say of the graph. The name is the
// generator's command line.
func (s *Source) Info() graph.Info { return s.info }

// Blocks returns the number of blocks.
func (s *Source) Blocks() int { return s.blocks }

// Prepare makes what the blocks are read from. It must return before the first
// AppendBlock; Read calls it. Only graphs of points and graphs that grow have
// something to prepare, in the memory that their Source methods name.
func (s *Source) Prepare(ctx context.Context, workers int) error {
	if s.prepared || s.state == nil {
		return nil
	}
	if err := s.state.make(ctx, par.Workers(workers)); err != nil {
		s.state.free()
		return fmt.Errorf("generate %s: %w", s.info.Format, err)
	}
	s.prepared = true
	return nil
}

// AppendBlock appends the records of a block, in [0, Blocks()), to edges. It
// may be called from several goroutines at once.
func (s *Source) AppendBlock(block int, edges []graph.Edge) []graph.Edge {
	return s.appendBlock(block, edges)
}

// Read yields every record once, as [graph.Source] says.
func (s *Source) Read(ctx context.Context, workers int, emit func(worker int, b graph.Batch) error) (graph.Summary, error) {
	if err := s.Prepare(ctx, workers); err != nil {
		return graph.Summary{}, err
	}
	buffers := make([][]graph.Edge, par.Workers(workers))
	var count atomic.Uint64
	err := par.Each(ctx, len(buffers), s.blocks, func(worker, block int) error {
		buffers[worker] = s.appendBlock(block, buffers[worker][:0])
		count.Add(uint64(len(buffers[worker])))
		return emit(worker, graph.Batch{Edges: buffers[worker]})
	})
	if err != nil {
		return graph.Summary{}, err
	}
	return graph.Summary{Records: count.Load(), Vertices: s.info.Vertices}, nil
}

// Close frees what Prepare made. The source can be prepared and read again.
func (s *Source) Close() error {
	if s.prepared {
		s.state.free()
		s.prepared = false
	}
	return nil
}
