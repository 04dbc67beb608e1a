package lists

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/hugemem"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// Ranking is a total order of the vertices that have an edge; the others have
// no rank. Rank 0 is at the hub side, see the package comment.
type Ranking struct {
	rank     []uint32 // of each vertex
	order    []uint32 // vertex of each rank
	monotone bool     // ranks rise with the ids
}

// Rank ranks the vertices of g. order is not OrderAuto.
func Rank(ctx context.Context, g *graph.Graph, order graph.Order, opt graph.Options) (Ranking, error) {
	workers := par.Workers(opt.Threads)
	opt.Meter.Start("order", 0)
	degree, err := degreesOf(ctx, g, workers)
	if err != nil {
		return Ranking{}, err
	}
	facts, err := summarize(ctx, degree, workers)
	if err != nil {
		return Ranking{}, err
	}
	if order == graph.OrderDegeneracy {
		r, _, err := rankByDegeneracy(ctx, g)
		return r, err
	}
	return rankByDegrees(ctx, order, degree, facts, g.Vertices(), g.Edges(), workers)
}

// rankByDegrees ranks by the orders that need no more than the degrees.
func rankByDegrees(ctx context.Context, order graph.Order, degree []uint32, facts degreeFacts, vertices int, edges uint64, workers int) (Ranking, error) {
	switch order {
	case graph.OrderDegree:
		return rankByDegree(ctx, degree, facts, workers)
	case graph.OrderAverageDegree:
		return rankByAverageDegree(ctx, degree, facts, LeastCenter(uint64(vertices), edges), workers)
	case graph.OrderID:
		return rankByID(degree, facts), nil
	}
	return Ranking{}, fmt.Errorf("graph: no ranking by order %q", order)
}

// rankByDegree ranks by falling degree, ties by smaller id: a parallel
// counting sort.
func rankByDegree(ctx context.Context, degree []uint32, facts degreeFacts, workers int) (Ranking, error) {
	r := Ranking{rank: hugemem.Make[uint32](len(degree)), order: hugemem.Make[uint32](facts.connected)}
	// The few vertices of larger degree are sorted one by one: the counters
	// then fit the second-level cache whatever the graph.
	limit := min(facts.maximum, 1<<15)
	tasks := min(max(len(degree)>>16, 1), 4*workers)
	size := (len(degree) + tasks - 1) / tasks
	cursors := newCursors(tasks, int(limit)+2) // bucket 0: above the limit; then falling degree
	above := make([][]uint32, tasks)
	err := par.Each(ctx, workers, tasks, func(_, t int) error {
		counts := cursors.of(t)
		begin := min(t*size, len(degree))
		for i, d := range degree[begin:min(begin+size, len(degree))] {
			if d > limit {
				above[t] = append(above[t], uint32(begin+i))
				counts[0]++
			} else if d > 0 {
				counts[limit+1-d]++
			}
		}
		return nil
	})
	if err != nil {
		return Ranking{}, err
	}
	cursors.prefix()
	hubs := slices.Concat(above...)
	slices.SortStableFunc(hubs, func(a, b uint32) int { return cmp.Compare(degree[b], degree[a]) })
	for i, v := range hubs {
		r.rank[v] = uint32(i)
		r.order[i] = v
	}
	err = par.Each(ctx, workers, tasks, func(_, t int) error {
		at := cursors.of(t)
		begin := min(t*size, len(degree))
		for i, d := range degree[begin:min(begin+size, len(degree))] {
			if d > 0 && d <= limit {
				v, position := uint32(begin+i), at[limit+1-d]
				at[limit+1-d]++
				r.rank[v] = uint32(position)
				r.order[position] = v
			}
		}
		return nil
	})
	return r, err
}

// rankByID ranks the vertices that have an edge by id.
func rankByID(degree []uint32, facts degreeFacts) Ranking {
	r := Ranking{rank: hugemem.Make[uint32](len(degree)), order: hugemem.Make[uint32](facts.connected), monotone: true}
	next := uint32(0)
	for v, d := range degree {
		if d > 0 {
			r.rank[v] = next
			r.order[next] = uint32(v)
			next++
		}
	}
	return r
}

// Degeneracy returns the largest k for which g has a subgraph whose degrees
// are all at least k.
func Degeneracy(ctx context.Context, g *graph.Graph) (uint32, error) {
	_, degeneracy, err := rankByDegeneracy(ctx, g)
	return degeneracy, err
}

// rankByDegeneracy ranks the vertex that is removed last first, where the
// vertex of smallest degree among those left is always the next to be removed
// (Matula and Beck 1983; linear time by Batagelj and Zaversnik 2003). It also
// returns the degeneracy: no oriented list under this order is longer.
func rankByDegeneracy(ctx context.Context, g *graph.Graph) (Ranking, uint32, error) {
	n := g.Vertices()
	degree := hugemem.Make[uint32](n)
	largest := uint32(0)
	for v := range degree {
		degree[v] = g.Degree(uint32(v))
		largest = max(largest, degree[v])
	}
	// sorted holds the vertices by rising degree among those left; bin[d] is
	// where degree d begins.
	bin := make([]uint32, int(largest)+2)
	for _, d := range degree {
		bin[d+1]++
	}
	for d := range largest + 1 {
		bin[d+1] += bin[d]
	}
	isolated := int(bin[min(1, largest+1)])
	if largest == 0 {
		return Ranking{rank: degree}, 0, nil
	}
	position, sorted := hugemem.Make[uint32](n), hugemem.Make[uint32](n)
	next := slices.Clone(bin)
	for v, d := range degree {
		position[v] = next[d]
		sorted[next[d]] = uint32(v)
		next[d]++
	}
	degeneracy := uint32(0)
	for i := isolated; i < n; i++ {
		if i&(1<<16-1) == 0 && ctx.Err() != nil {
			return Ranking{}, 0, context.Cause(ctx)
		}
		v := sorted[i]
		degeneracy = max(degeneracy, degree[v])
		for _, w := range g.Neighbors(v) {
			d := degree[w]
			if d <= degree[v] {
				continue
			}
			// Move w to the front of its bin, then the bin's front past it.
			front := bin[d]
			other := sorted[front]
			if other != w {
				sorted[front], sorted[position[w]] = w, other
				position[other], position[w] = position[w], front
			}
			bin[d]++
			degree[w]--
		}
	}
	r := Ranking{rank: degree, order: position[:n-isolated]}
	for i, v := range sorted[isolated:] {
		at := uint32(n - isolated - 1 - i)
		r.rank[v] = at
		r.order[at] = v
	}
	return r, degeneracy, nil
}
