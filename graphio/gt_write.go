package graphio

import (
	"context"
	"encoding/binary"

	"github.com/tricycle-graph/tricycle/graph"
)

// writeGraphTool writes g as an undirected graph, each edge with its smaller vertex.
// Vertices are numbered from 0, whatever their labels.
func writeGraphTool(ctx context.Context, out *output, g *graph.Graph) error {
	const comment = "written by tricycle"
	head := append([]byte(graphToolMagic), 1, 0)
	head = append(binary.LittleEndian.AppendUint64(head, uint64(len(comment))), comment...)
	head = binary.LittleEndian.AppendUint64(append(head, 0), uint64(g.Vertices()))
	if _, err := out.Write(head); err != nil {
		return err
	}
	width := graphToolWidth(uint64(g.Vertices()))
	err := out.writeVertices(ctx, g, func(data []byte, v uint32) []byte {
		list := smallerNeighbors(g, v)
		data = binary.LittleEndian.AppendUint64(data, uint64(len(list)))
		for _, u := range list {
			for i := range width {
				data = append(data, byte(u>>(8*i)))
			}
		}
		return data
	})
	if err != nil {
		return err
	}
	const properties = 0 // that follow
	_, err = out.Write(binary.LittleEndian.AppendUint64(nil, properties))
	return err
}
