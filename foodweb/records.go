package foodweb

import (
	"errors"
	"math"
	"slices"
	"sync/atomic"

	"github.com/tricycle-graph/tricycle/graph"
)

// arcBytes is what a record costs until the web is there: itself, and its place
// in the lists of predators and of prey.
const arcBytes = 8 + 8 + 4 + 4

// reader keeps records with their direction, which cleaning would drop.
type reader struct {
	lists []recordList // of each worker
	limit int64
	meter *graph.Meter
	held  atomic.Int64 // bytes
}

type recordList struct {
	arcs []graph.Edge
	wide []graph.WideEdge
	_    [64]byte // keep the workers' lists on lines of their own
}

func (r *reader) add(worker int, b graph.Batch) error {
	need := r.held.Add(int64(len(b.Edges)+len(b.Wide)) * arcBytes)
	if r.limit > 0 && need > r.limit {
		return &graph.MemoryError{What: "the food web read so far", Need: need, Limit: r.limit}
	}
	list := &r.lists[worker]
	list.arcs = append(list.arcs, b.Edges...)
	list.wide = append(list.wide, b.Wide...)
	r.meter.Add(int64(len(b.Edges) + len(b.Wide)))
	return nil
}

// narrow returns the records of a source whose ids are dense.
func (r *reader) narrow() []graph.Edge {
	var arcs []graph.Edge
	for _, list := range r.lists {
		arcs = append(arcs, list.arcs...)
	}
	return arcs
}

// dense returns the distinct ids, ascending, and the records with the positions
// in them for ids.
func (r *reader) dense() ([]uint64, []graph.Edge, error) {
	var records []graph.WideEdge
	for _, list := range r.lists {
		for _, a := range list.arcs {
			records = append(records, graph.WideEdge{U: uint64(a.U), V: uint64(a.V)})
		}
		records = append(records, list.wide...)
	}
	ids := make([]uint64, 0, 2*len(records))
	for _, a := range records {
		ids = append(ids, a.U, a.V)
	}
	slices.Sort(ids)
	ids = slices.Compact(ids)
	if uint64(len(ids)) > math.MaxUint32 {
		return nil, nil, errors.New("more than 2^32-1 distinct compartments")
	}
	position := func(id uint64) uint32 {
		at, _ := slices.BinarySearch(ids, id)
		return uint32(at)
	}
	arcs := make([]graph.Edge, len(records))
	for i, a := range records {
		arcs[i] = graph.Edge{U: position(a.U), V: position(a.V)}
	}
	return ids, arcs, nil
}
