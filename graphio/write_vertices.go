package graphio

import (
	"context"
	"slices"
	"strconv"

	"github.com/tricycle-graph/tricycle/graph"
)

// writeVertices writes what encode appends for each vertex, in their order.
// Chunks of vertices are encoded in parallel and written one at a time.
func (out *output) writeVertices(ctx context.Context, g *graph.Graph, encode func(text []byte, v uint32) []byte) error {
	out.meter.Start("write", int64(g.Vertices()))
	bounds := newGraphRecords(g).bounds
	texts := make([][]byte, out.workers)
	turns := newTurns(ctx)
	defer turns.close()
	return turns.each(out.workers, len(bounds)-1, func(worker, chunk int) error {
		text := texts[worker][:0]
		for v := bounds[chunk]; v < bounds[chunk+1]; v++ {
			text = encode(text, uint32(v))
		}
		texts[worker] = text
		err := turns.take(chunk, func() error {
			_, err := out.Write(text)
			return err
		})
		out.meter.Add(int64(bounds[chunk+1] - bounds[chunk]))
		return err
	})
}

// appendIndex appends the number of v, counted from 1.
func appendIndex(text []byte, v uint32) []byte { return strconv.AppendUint(text, uint64(v)+1, 10) }

// smallerNeighbors returns the neighbours of v that are smaller, so that each edge is
// written once, with its larger end.
func smallerNeighbors(g *graph.Graph, v uint32) []uint32 {
	list := g.Neighbors(v)
	end, _ := slices.BinarySearch(list, v)
	return list[:end]
}
