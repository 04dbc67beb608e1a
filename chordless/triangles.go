package chordless

import (
	"context"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// triangles visits every triangle once, by the edge iterator of Schank and
// Wagner (WEA 2005) with marks: for every vertex, the smaller neighbours of its
// smaller neighbours.
func triangles(ctx context.Context, g *graph.Graph, visit func(cycle []uint32) error) error {
	marked := make([]bool, g.Vertices())
	cycle := make([]uint32, 3)
	heed := par.NewHeed(ctx)
	for u := range uint32(g.Vertices()) {
		row := g.Neighbors(u)
		if err := heed.Did(1 + len(row)); err != nil {
			return err
		}
		for _, v := range row {
			marked[v] = true
		}
		for _, v := range row {
			if v > u {
				break
			}
			second := g.Neighbors(v)
			if err := heed.Did(len(second)); err != nil {
				return err
			}
			for _, w := range second {
				if w > v {
					break
				}
				if !marked[w] {
					continue
				}
				cycle[0], cycle[1], cycle[2] = w, v, u
				if err := visit(cycle); err != nil {
					return err
				}
			}
		}
		for _, v := range row {
			marked[v] = false
		}
	}
	return nil
}
