package coefficients

import (
	"context"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/par"
	"github.com/tricycle-graph/tricycle/internal/ties"
)

// Fagiolo is the coefficient of Fagiolo (2007): what part there is of the directed
// triangles that a vertex could be in. Three vertices have as many of these as there are
// ways to choose an arc of each pair; and a vertex could be in as many as there are ways
// to choose two of its arcs, to or from different neighbours, and an arc between these,
// in either direction.
//
// Errors: graph.ErrOverflow for 2^31 neighbours and more, the cause of ctx when it ends.
func Fagiolo(ctx context.Context, d *ties.Directed, opt graph.Options) (*PerVertex, error) {
	return directed(ctx, d, opt,
		func(xy, xz, yz ties.Direction) uint64 { return xy.Arcs() * xz.Arcs() * yz.Arcs() },
		func(x uint32) uint64 {
			arcs, both := uint64(0), uint64(0)
			for place := d.Offsets()[x]; place < d.Offsets()[x+1]; place++ {
				n := d.Direction(place).Arcs()
				arcs += n
				both += n - 1
			}
			return arcs*(arcs-1) - 2*both
		})
}

// LCC is the local clustering coefficient of LDBC Graphalytics: what part there is of
// the arcs that there could be among the neighbours of a vertex, those that an arc leads
// to or from.
//
// Errors: those of [Fagiolo].
func LCC(ctx context.Context, d *ties.Directed, opt graph.Options) (*PerVertex, error) {
	return directed(ctx, d, opt,
		func(_, _, yz ties.Direction) uint64 { return yz.Arcs() },
		func(x uint32) uint64 {
			n := uint64(d.Degree(x))
			return n * (n - 1)
		})
}

// directed divides what triangles give to their corners by the most that there could
// be.
func directed(ctx context.Context, d *ties.Directed, opt graph.Options, gives func(xy, xz, yz ties.Direction) uint64, most func(x uint32) uint64) (*PerVertex, error) {
	for v := range uint32(d.Vertices()) {
		if d.Degree(v) >= 1<<31 {
			return nil, graph.ErrOverflow
		}
	}
	list, err := ties.NewTriangles(ctx, d.Graph, opt)
	if err != nil {
		return nil, err
	}
	type own struct {
		triangles, given uint64 // at the vertex that the worker is at
		_                [64]byte
	}
	workers := make([]own, par.Workers(opt.Threads))
	p := newPerVertex(d.Graph)
	return p, list.AtEach(ctx, func(worker int, _ uint32, xy, xz, yz uint64) {
		w := &workers[worker]
		w.triangles++
		w.given += gives(d.Direction(xy), d.Direction(xz), d.Direction(yz))
	}, func(worker int, x uint32) {
		w := &workers[worker]
		if w.triangles > 0 {
			p.Triangles[x], p.Coefficients[x] = w.triangles, float64(w.given)/float64(most(x))
		}
		*w = own{}
	})
}
