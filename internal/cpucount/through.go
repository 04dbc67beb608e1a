package cpucount

import (
	"context"
	"sync/atomic"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// Through counts the triangles of one vertex: the edges among its neighbours, each of
// whose lists is looked through once.
func Through(ctx context.Context, g *graph.Graph, v uint32, p Params) (uint64, error) {
	neighbors := g.Neighbors(v)
	marks := make([]uint64, (g.Vertices()+63)/64)
	for _, w := range neighbors {
		marks[w/64] |= 1 << (w % 64)
	}
	var total atomic.Uint64
	err := par.Chunks(ctx, par.Workers(p.Threads), len(neighbors), 64, func(_, begin, end int) error {
		count := uint64(0)
		for _, w := range neighbors[begin:end] {
			for _, x := range g.Neighbors(w) {
				if x >= w {
					break
				}
				count += marks[x/64] >> (x % 64) & 1
			}
		}
		total.Add(count)
		return nil
	})
	return total.Load(), err
}
