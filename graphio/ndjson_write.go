package graphio

import (
	"context"
	"strconv"

	"github.com/tricycle-graph/tricycle/graph"
)

// writeNDJSON writes each edge of g once, as an object with source and target. Vertices
// without an edge are lost.
func writeNDJSON(ctx context.Context, out *output, g *graph.Graph) error {
	id, err := jsonIDsOf(g)
	if err != nil {
		return err
	}
	return out.writeRecords(ctx, newGraphRecords(g), int64(g.Edges()), encodeNDJSON(id))
}

// writeNDJSONEdges writes the records of src as they are.
func writeNDJSONEdges(ctx context.Context, out *output, src orderedSource) error {
	base := src.Info().Base
	id := func(text []byte, v uint32) []byte { return strconv.AppendUint(text, base+uint64(v), 10) }
	return out.writeRecords(ctx, src, src.Info().Records.Get(), encodeNDJSON(id))
}

// encodeNDJSON writes a line a record.
func encodeNDJSON(id func(text []byte, v uint32) []byte) encoder {
	return func(text []byte, edges []graph.Edge) []byte {
		for _, e := range edges {
			text = id(append(text, `{"source":`...), e.U)
			text = append(id(append(text, `,"target":`...), e.V), "}\n"...)
		}
		return text
	}
}
