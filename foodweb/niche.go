package foodweb

import (
	"context"
	"slices"

	"github.com/tricycle-graph/tricycle/graph"
)

// NicheOverlap returns the niche-overlap graph: its vertices are all
// compartments, and two predators are joined when they share a prey. That is
// the definition with which the niche-overlap graphs of Jradi, Dias,
// Castonguay, Longo and do Nascimento (A GPU-based parallel algorithm for
// enumerating all chordless cycles in graphs, table 1) come out vertex by
// vertex and edge by edge.
//
// It takes, for each predator, as many steps as its prey have predators, twice:
// the edges are counted before memory is taken for them. What does not fit
// opt.Memory is a *graph.MemoryError.
func (w *Web) NicheOverlap(ctx context.Context, opt graph.Options) (*graph.Graph, error) {
	rivals := rivalry{web: w, met: make([]uint32, w.compartments)}
	opt.Meter.Start("niche", int64(2*w.compartments))
	offsets := make([]uint64, w.compartments+1)
	for v := range uint32(w.compartments) {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		rivals.of(v)
		offsets[v+1] = offsets[v] + uint64(len(rivals.list))
		opt.Meter.Add(1)
	}
	need := int64(w.arcs)*arcBytes + int64(8*len(offsets)) + 4*int64(offsets[w.compartments])
	if opt.Memory > 0 && need > opt.Memory {
		return nil, &graph.MemoryError{What: "the niche-overlap graph", Need: need, Limit: opt.Memory}
	}
	neighbors := make([]uint32, 0, offsets[w.compartments])
	clear(rivals.met)
	for v := range uint32(w.compartments) {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		rivals.of(v)
		slices.Sort(rivals.list)
		neighbors = append(neighbors, rivals.list...)
		opt.Meter.Add(1)
	}
	return graph.NewGraph(offsets, neighbors, w.labels)
}

// rivalry finds the rivals of one predator after the other.
type rivalry struct {
	web  *Web
	met  []uint32 // v+1 for who was met as a rival of v
	list []uint32
}

// of sets the list to those that share a prey with v.
func (r *rivalry) of(v uint32) {
	r.list = r.list[:0]
	r.met[v] = v + 1
	for _, prey := range r.web.prey.of(v) {
		for _, rival := range r.web.predators.of(prey) {
			if r.met[rival] != v+1 {
				r.met[rival] = v + 1
				r.list = append(r.list, rival)
			}
		}
	}
}
