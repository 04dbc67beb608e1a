package truss

import (
	"context"

	"github.com/tricycle-graph/tricycle/internal/par"
)

// groups are the edges that are there by ranges of their lower ends, so that one worker has all
// of a vertex. In each they ascend, and so do their upper ends.
type groups struct {
	bounds []int    // group k is of the vertices bounds[k]:bounds[k+1]
	first  []uint32 // and has edges[first[k]:first[k+1]]
	edges  []uint32
}

// groupEdges makes groups in an array that has room for all edges.
func (g *work) groupEdges(crew *par.Crew, bounds []int, edges []uint32) (groups, error) {
	cuts, n := g.cuts(crew.Workers()), len(bounds)-1
	places := make([]uint32, n*(len(cuts)-1)) // how many edges of some rows are of a group, then where they go
	each := func(do func(place *uint32, begin, end uint32)) error {
		return crew.Each(len(cuts)-1, func(_, i int) error {
			own := places[i*n:][:n]
			k := 0
			for u := cuts[i]; u < cuts[i+1]; u++ {
				e, end := g.begin[u], g.begin[u+1]
				for e < end {
					x := int(g.lower[e])
					if x < bounds[k] {
						k = 0
					}
					for x >= bounds[k+1] {
						k++
					}
					next, bound := end, uint32(bounds[k+1])
					if end-e <= 16 {
						for next = e + 1; next < end && g.lower[next] < bound; next++ {
						}
					} else if g.lower[end-1] >= bound {
						next = e + lowerBound(g.lower[e:end], bound)
					}
					do(&own[k], e, next)
					e = next
				}
			}
			return nil
		})
	}
	err := each(func(place *uint32, begin, end uint32) {
		for _, s := range g.state[begin:end] {
			if s < gone {
				*place++
			}
		}
	})
	if err != nil {
		return groups{}, err
	}
	first, sum := make([]uint32, 0, n+1), uint32(0)
	for k := range n {
		first = append(first, sum)
		for i := k; i < len(places); i += n {
			sum, places[i] = sum+places[i], sum
		}
	}
	err = each(func(place *uint32, begin, end uint32) {
		at := *place
		for e := begin; e < end; e++ {
			if g.state[e] < gone {
				edges[at] = e
				at++
			}
		}
		*place = at
	})
	return groups{bounds, append(first, sum), edges}, err
}

// each gives groups to workers.
func (s groups) each(crew *par.Crew, do func(ctx context.Context, from, to uint32, edges []uint32) error) error {
	return crew.Each(len(s.bounds)-1, func(_, k int) error {
		return do(crew.Context(), uint32(s.bounds[k]), uint32(s.bounds[k+1]), s.edges[s.first[k]:s.first[k+1]])
	})
}

// eachUpper calls for every edge of a group, with its ends.
func (g *work) eachUpper(ctx context.Context, edges []uint32, do func(v, u, e uint32)) error {
	const some = 1 << 12
	heed := par.NewHeed(ctx)
	u := uint32(0)
	for len(edges) > 0 {
		now := edges[:min(some, len(edges))]
		for _, e := range now {
			if e >= g.begin[u+1] {
				u = g.rowFrom(u+1, e)
			}
			do(g.lower[e], u, e)
		}
		if err := heed.Did(len(now)); err != nil {
			return err
		}
		edges = edges[len(now):]
	}
	return nil
}

// rowFrom is row for an edge that is in row u or one of the next more often than not.
func (g *work) rowFrom(u, e uint32) uint32 {
	const near = 8
	for i := range uint32(near) {
		if e < g.begin[u+i+1] {
			return u + i
		}
		if int(u+i+2) >= len(g.begin) {
			break
		}
	}
	return g.row(e)
}
