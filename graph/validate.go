package graph

import (
	"context"
	"fmt"
	"slices"

	"github.com/tricycle-graph/tricycle/internal/par"
)

// Validate checks what [NewGraph] takes on trust, so that data from outside
// can do no harm: offsets ascend, ids are less than n, each list ascends
// strictly, and no vertex is its own neighbour. It reads the graph once, from
// at most threads goroutines, 0 for one a core. That each edge stands in both
// lists is checked by [Graph.ValidateSymmetry].
func (g *Graph) Validate(ctx context.Context, threads int) error {
	workers, n := par.Workers(threads), g.Vertices()
	// NewGraph has checked the first and the last offset, so ascending offsets
	// are also in range.
	err := par.Chunks(ctx, workers, n, 1<<14, func(_, begin, end int) error {
		for v := begin; v < end; v++ {
			if g.offsets[v] > g.offsets[v+1] {
				return fmt.Errorf("the offset of vertex %d is %d, that of the next one %d", v, g.offsets[v], g.offsets[v+1])
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return g.eachPart(ctx, workers, func(begin, end uint32) error {
		for v := begin; v < end; v++ {
			if err := checkList(v, g.Neighbors(v), n); err != nil {
				return err
			}
		}
		return nil
	})
}

// checkList checks the list of v in a graph of n vertices.
func checkList(v uint32, list []uint32, n int) error {
	last := int64(-1)
	for _, w := range list {
		if int64(w) <= last {
			return fmt.Errorf("the list of vertex %d has %d after %d", v, w, last)
		}
		if w == v {
			return fmt.Errorf("vertex %d is its own neighbour", v)
		}
		last = int64(w)
	}
	if last >= int64(n) {
		return fmt.Errorf("vertex %d has the neighbour %d, but there are %d vertices", v, last, n)
	}
	return nil
}

// ValidateSymmetry checks that each edge stands in the lists of both its ends.
// The graph must have passed [Graph.Validate].
func (g *Graph) ValidateSymmetry(ctx context.Context, threads int) error {
	return g.eachPart(ctx, par.Workers(threads), func(begin, end uint32) error {
		for u := begin; u < end; u++ {
			for _, v := range g.Neighbors(u) {
				if _, mutual := slices.BinarySearch(g.Neighbors(v), u); !mutual {
					return fmt.Errorf("vertex %d has the neighbour %d, but not the other way round", u, v)
				}
			}
		}
		return nil
	})
}

// eachPart calls body for consecutive ranges of vertices with lists of about
// equal length.
func (g *Graph) eachPart(ctx context.Context, workers int, body func(begin, end uint32) error) error {
	const most, least, each = 1 << 18, 1 << 14, 8
	entries := len(g.neighbors) + g.Vertices()
	parts := 1 + entries/min(max(entries/(each*workers), least), most)
	bounds := par.Cut(g.Vertices(), parts, func(v int) uint64 { return g.offsets[v] + uint64(v) })
	return par.Each(ctx, workers, len(bounds)-1, func(_, part int) error {
		return body(uint32(bounds[part]), uint32(bounds[part+1]))
	})
}
