package graphio

import (
	"context"
	"math"

	"github.com/parquet-go/parquet-go"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/rowgroups"
)

// parquetBlocks is how many blocks of records make a row group: about a
// million rows.
const parquetBlocks = 8

// writeParquet writes each edge of g once, under the ids of its labels.
// Vertices without an edge are lost.
func writeParquet(ctx context.Context, out *output, g *graph.Graph) error {
	if g.Labels().Names() == nil {
		if err := checkNumbers(g, math.MaxInt64, "columns of signed 64-bit numbers"); err != nil {
			return err
		}
	}
	return out.writeTable(ctx, newGraphRecords(g), int64(g.Edges()), g.Labels())
}

// writeParquetEdges writes the records of src as they are.
func writeParquetEdges(ctx context.Context, out *output, src orderedSource) error {
	return out.writeTable(ctx, src, src.Info().Records.Get(), graph.BaseLabels(src.Info().Base))
}

// writeTable writes the columns source and target. Row groups are made and
// compressed in parallel, and written one at a time.
func (out *output) writeTable(ctx context.Context, records numbered, total int64, labels graph.Labels) error {
	out.meter.Start("write", total)
	kind := rowgroups.Numbers
	if labels.Names() != nil {
		kind = rowgroups.Strings
	}
	file := rowgroups.New(out, "graph", rowgroups.Column{Name: "source", Type: kind}, rowgroups.Column{Name: "target", Type: kind})

	own := make([]edgeGroup, out.workers)
	turns := newTurns(ctx)
	defer turns.close()
	groups := (records.Blocks() + parquetBlocks - 1) / parquetBlocks
	err := turns.each(out.workers, groups, func(worker, group int) error {
		g := &own[worker]
		if g.Group == nil {
			g.Group = file.Group()
		}
		g.edges = g.edges[:0]
		for block := group * parquetBlocks; block < min((group+1)*parquetBlocks, records.Blocks()); block++ {
			g.edges = records.AppendBlock(block, g.edges)
		}
		if err := g.encode(labels); err != nil {
			return err
		}
		return turns.take(group, func() error {
			out.meter.Add(int64(len(g.edges)))
			return g.Commit(len(g.edges))
		})
	})
	if err != nil {
		return err
	}
	return file.Close()
}

// edgeGroup is a row group being made. Every worker has its own.
type edgeGroup struct {
	*rowgroups.Group
	edges []graph.Edge
}

// encode gives the columns their values.
func (g *edgeGroup) encode(labels graph.Labels) error {
	value := func(v uint32) parquet.Value { return parquet.Int64Value(int64(labels.Number(v))) }
	if names := labels.Names(); names != nil {
		value = func(v uint32) parquet.Value { return rowgroups.String(names[v]) }
	}
	if err := g.Column(0, len(g.edges), func(row int) parquet.Value { return value(g.edges[row].U) }); err != nil {
		return err
	}
	if err := g.Column(1, len(g.edges), func(row int) parquet.Value { return value(g.edges[row].V) }); err != nil {
		return err
	}
	return g.Flush()
}
