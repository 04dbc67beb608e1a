package truss

import (
	"context"
	"sync/atomic"

	"github.com/tricycle-graph/tricycle/internal/hugemem"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// work is what is left of the graph. An edge is known by its position in lower.
type work struct {
	n int

	// Row u lists the neighbours below u: lower[begin[u]:begin[u+1]].
	begin []uint32
	lower []uint32
	// upper[up[v]:up[v+1]] are the neighbours above v, and upperEdge their edges. Both
	// lists ascend.
	up        []uint32
	upper     []uint32
	upperEdge []uint32

	// stay is how many edges of each vertex stay: that neither leave in this round nor have
	// left.
	stay []uint32
	// touched has a bit for each vertex that loses an edge in this round, where there are blocks.
	touched []uint64

	// state is the support of an edge that is there, or what became of it.
	state []uint32
	fates fates
	// blocks stand for the lists upwards where neighbours are near one another.
	blocks blocks
	// origin is the position of the edge in the lists of the caller; nil where that is
	// the same.
	origin []uint32
	// rowOf[i] is the row of position i<<rowIndexShift.
	rowOf []uint32
	// order holds the edges in the order of rounds.
	order []uint32

	rows  [4]hugemem.Array[uint32] // begin, up, rowOf, stay
	words [2]hugemem.Array[uint64] // fates, touched
	edges [6]hugemem.Array[uint32] // upper, upperEdge, order; of a copy lower, state and origin as well
}

const (
	// An edge that has left: the level is in the other bits. Support is below, as an edge
	// in 2^31 triangles is one of 2^32+1 edges at least.
	gone = 1 << 31

	rowIndexShift = 6
)

func (g *work) free() {
	for i := range g.rows {
		g.rows[i].Free()
	}
	for i := range g.edges {
		g.edges[i].Free()
	}
	for i := range g.words {
		g.words[i].Free()
	}
	g.blocks.free()
}

// row returns the lower end of an edge's row: the row that holds the position.
func (g *work) row(e uint32) uint32 {
	i := e >> rowIndexShift
	low, high := g.rowOf[i], g.rowOf[i+1]+1
	for high-low > 1 {
		middle := (low + high) / 2
		if g.begin[middle] <= e {
			low = middle
		} else {
			high = middle
		}
	}
	return low
}

// other returns the other end of an edge.
func (g *work) other(v, e uint32) uint32 {
	if u := g.lower[e]; u != v {
		return u
	}
	return g.row(e)
}

// find returns the edge from u to a neighbour v below, and whether there was one.
func (g *work) find(u, v uint32) (edge uint32, ok bool) {
	begin, end := g.begin[u], g.begin[u+1]
	edge = begin + lowerBound(g.lower[begin:end], v)
	return edge, edge < end && g.lower[edge] == v
}

// degree returns the length of both lists of a vertex.
func (g *work) degree(v uint32) uint32 {
	return g.begin[v+1] - g.begin[v] + g.up[v+1] - g.up[v]
}

// cuts cuts the rows into ranges of about equal edges.
func (g *work) cuts(workers int) []int {
	ranges := max(min(len(g.lower)>>12, 64*workers), 1)
	return par.Cut(g.n, ranges, func(u int) uint64 { return uint64(g.begin[u]) })
}

// index fills rowOf.
func (g *work) index(crew *par.Crew) error {
	last := len(g.rowOf) - 1
	g.rowOf[last] = uint32(g.n - 1)
	cuts := g.cuts(crew.Workers())
	return crew.Each(len(cuts)-1, func(_, i int) error {
		for u := cuts[i]; u < cuts[i+1]; u++ {
			from := (uint64(g.begin[u]) + 1<<rowIndexShift - 1) >> rowIndexShift
			for b := from; b<<rowIndexShift < uint64(g.begin[u+1]); b++ {
				g.rowOf[b] = uint32(u)
			}
		}
		return nil
	})
}

// hubs is how many vertices each worker counts for itself: the lists of the first are
// long, and workers that count them together would wait for each other.
const hubs = 1 << 10

// turn fills the lists upwards with the edges that are there.
func (g *work) turn(crew *par.Crew) error {
	clear(g.up)
	counts := g.up[1:]
	cuts := g.cuts(crew.Workers())
	own := make([][hubs]uint32, crew.Workers())
	err := crew.Each(len(cuts)-1, func(worker, i int) error {
		mine := &own[worker]
		for u := cuts[i]; u < cuts[i+1]; u++ {
			there := uint32(0)
			for e := g.begin[u]; e < g.begin[u+1]; e++ {
				if g.state[e] >= gone {
					continue
				}
				there++
				if v := g.lower[e]; v < hubs {
					mine[v]++
				} else {
					atomic.AddUint32(&counts[v], 1)
				}
			}
			g.stay[u] = there
		}
		return nil
	})
	if err != nil {
		return err
	}
	for w := range own {
		for v := range min(hubs, g.n) {
			counts[v] += own[w][v]
		}
	}
	err = crew.Chunks(g.n, scanned, func(_, first, last int) error {
		for v := first; v < last; v++ {
			g.stay[v] += counts[v]
		}
		return nil
	})
	if err != nil {
		return err
	}
	if _, err := sumUp(crew, counts); err != nil {
		return err
	}
	// Each group is filled by one worker: the lists ascend, and what is written lies close
	// together. While it is filled, up[v] is where the next entry of v goes.
	bounds := par.Cut(g.n, crew.Workers(), func(v int) uint64 { return uint64(g.up[v]) })
	groups, err := g.groupEdges(crew, bounds, g.order)
	if err != nil {
		return err
	}
	err = groups.each(crew, func(ctx context.Context, _, _ uint32, edges []uint32) error {
		return g.eachUpper(ctx, edges, func(v, u, e uint32) {
			at := g.up[v]
			g.up[v] = at + 1
			g.upper[at], g.upperEdge[at] = u, e
		})
	})
	if err != nil {
		return err
	}
	copy(g.up[1:], g.up[:g.n])
	g.up[0] = 0
	return nil
}

// lowerBound returns how many elements of an ascending list are below v.
func lowerBound(list []uint32, v uint32) uint32 {
	low, n := uint32(0), uint32(len(list))
	for n > 0 {
		half := n / 2
		if list[low+half] < v {
			low += half + 1
			n -= half + 1
		} else {
			n = half
		}
	}
	return low
}
