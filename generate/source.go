package generate

import (
	"context"
	"fmt"

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
}

// newSource returns a source of items (records, vertices, papers), perBlock of
// them a block; appendItems appends the records of the items in [begin, end).
// info holds the name, the format, the vertices and the records.
func newSource(info graph.Info, items, perBlock int, appendItems func(begin, end int, edges []graph.Edge) []graph.Edge) *Source {
	info.MaxRecords = info.Records
	info.Bytes = graph.Unknown
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

// AppendBlock appends the records of a block, in [0, Blocks()), to edges. It
// may be called from several goroutines at once.
func (s *Source) AppendBlock(block int, edges []graph.Edge) []graph.Edge {
	return s.appendBlock(block, edges)
}

// Read yields every record once, as [graph.Source] says.
func (s *Source) Read(ctx context.Context, workers int, emit func(worker int, b graph.Batch) error) (graph.Summary, error) {
	buffers := make([][]graph.Edge, par.Workers(workers))
	err := par.Each(ctx, len(buffers), s.blocks, func(worker, block int) error {
		buffers[worker] = s.appendBlock(block, buffers[worker][:0])
		return emit(worker, graph.Batch{Edges: buffers[worker]})
	})
	if err != nil {
		return graph.Summary{}, err
	}
	return graph.Summary{Records: uint64(s.info.Records), Vertices: s.info.Vertices}, nil
}

// Close does nothing: a generator holds nothing.
func (s *Source) Close() error { return nil }

// within returns an error unless low <= value <= high.
func within(generator, parameter string, value, low, high int) error {
	if value < low || value > high {
		return fmt.Errorf("generate %s: %s is %d, must be from %d to %d", generator, parameter, value, low, high)
	}
	return nil
}

// maxVertices is the most vertices a graph may have.
const maxVertices = 1<<32 - 1

// maxRecords keeps the size of a file of pairs within 63 bits.
const maxRecords = 1 << 59
