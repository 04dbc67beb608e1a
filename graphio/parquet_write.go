package graphio

import (
	"context"
	"fmt"
	"math"
	"sync"
	"unsafe"

	"github.com/parquet-go/parquet-go"

	"github.com/tricycle-graph/tricycle/graph"
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
	column := parquet.Encoded(parquet.Int(64), &parquet.DeltaBinaryPacked)
	if labels.Names() != nil {
		column = parquet.Encoded(parquet.String(), &parquet.RLEDictionary)
	}
	schema := parquet.NewSchema("graph", parquet.Group{"source": column, "target": column})
	table := parquet.NewGenericWriter[any](out, schema, parquet.Compression(&parquet.Zstd), parquet.CreatedBy("tricycle", "", ""))

	own := make([]rowGroup, out.workers)
	var mu sync.Mutex // of the table
	turns := newTurns(ctx)
	defer turns.close()
	groups := (records.Blocks() + parquetBlocks - 1) / parquetBlocks
	err := turns.each(out.workers, groups, func(worker, group int) error {
		g := &own[worker]
		if g.writer == nil {
			mu.Lock()
			g.writer = table.BeginRowGroup()
			mu.Unlock()
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
			if len(g.edges) == 0 {
				return nil
			}
			mu.Lock()
			defer mu.Unlock()
			rows, err := g.writer.Commit()
			if err == nil && rows != int64(len(g.edges)) {
				err = fmt.Errorf("%d of %d rows written", rows, len(g.edges))
			}
			return err
		})
	})
	if err != nil {
		return err
	}
	return table.Close()
}

// rowGroup is a row group being made. Every worker has its own.
type rowGroup struct {
	writer *parquet.ConcurrentRowGroupWriter
	edges  []graph.Edge
	values []parquet.Value
}

// encode gives the columns their values.
func (g *rowGroup) encode(labels graph.Labels) error {
	for i, column := range g.writer.ColumnWriters() {
		for begin := 0; begin < len(g.edges); begin += batchEdges {
			g.values = g.values[:0]
			for _, e := range g.edges[begin:min(begin+batchEdges, len(g.edges))] {
				v := e.U
				if i == 1 {
					v = e.V
				}
				if names := labels.Names(); names != nil {
					// The column copies what it is given.
					g.values = append(g.values, parquet.ByteArrayValue(unsafe.Slice(unsafe.StringData(names[v]), len(names[v]))))
				} else {
					g.values = append(g.values, parquet.Int64Value(int64(labels.Number(v))))
				}
			}
			if _, err := column.WriteRowValues(g.values); err != nil {
				return err
			}
		}
	}
	return g.writer.Flush()
}
