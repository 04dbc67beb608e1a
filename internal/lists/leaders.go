package lists

import (
	"context"
	"math"
	"sync/atomic"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/hugemem"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// OrderClusters puts vertices with common neighbours close together, whatever their ids: a CPU and a GPU each in a way of
// its own. It is reported, and nobody can ask for it.
const OrderClusters graph.Order = "clusters"

const (
	// leadersEach is how many leaders are among the neighbours of a vertex, in the mean: one in fifty has none.
	leadersEach = 4
	// sampledEntries is how many entries of rows are sampled in the mean, and mostSampled of how many rows at most. A row of
	// more than sampledRow is not sampled.
	sampledEntries, mostSampled, sampledRow = 1 << 12, 1 << 8, 1 << 16
)

// leaders say whom each vertex follows by OrderClusters.
//
// Some vertices lead, about evenly spread over the ids: who clusters has ids that tell nothing. A vertex follows the leader
// with the largest hash among itself and its neighbours: two vertices follow the same one about as often as their
// neighbours are the same (min-hash: Broder, On the resemblance and containment of documents, 1997). Vertices are ranked by
// the upper halves of two hashes, that of the leader whom their leader follows and then that of whom they follow, and last
// by their ids: so clusters that touch lie together, too.
type leaders struct {
	follows hugemem.Array[uint32] // the largest hash of a leader among each vertex and its neighbours; 0 for none, and for vertex 0
	leads   uint32                // leaders are the vertices with a smaller mark
	seen    uint32                // and of those with a smaller mark, the others are the sampled ones
	degree  func(v uint32) uint64 // of each vertex, or its records
	workers int
}

// mark is a hash that takes no time, and is good in its high bits: so many records are passed over soon.
func mark(v uint32) uint32 { return v * 0x9e3779b1 }

// mix32 is a hash in which no two vertices are the same, and unmix32 returns the vertex.
func mix32(v uint32) uint32 {
	v = (v ^ v>>16) * 0x7feb352d
	v = (v ^ v>>15) * 0x846ca68b
	return v ^ v>>16
}

func unmix32(hash uint32) uint32 {
	hash = (hash ^ hash>>16) * 0x43021123
	hash = (hash ^ hash>>15 ^ hash>>30) * 0x1d69e2a5
	return hash ^ hash>>16
}

// newLeaders chooses leaders among so many vertices, of which some have so many edges together. Leaders follow themselves, at
// first.
func newLeaders(ctx context.Context, vertices int, connected, edges uint64, degree func(v uint32) uint64, workers int) (*leaders, error) {
	mean := max(float64(2*edges)/float64(max(connected, 1)), 1)
	leads := min(leadersEach/mean, .5)
	sampled := min(sampledEntries/mean, mostSampled) / float64(max(connected, 1))
	l := &leaders{degree: degree, leads: uint32(math.Ldexp(leads, 32)), seen: uint32(math.Ldexp(min(leads+sampled, 1), 32) - 1), workers: workers}
	var err error
	if l.follows, err = hugemem.New[uint32](vertices); err != nil {
		return nil, err
	}
	follows := l.follows.Slice()
	err = par.Chunks(ctx, workers, vertices, 1<<15, func(_, begin, end int) error {
		for v := begin; v < end; v++ {
			if mark(uint32(v)) < l.leads {
				follows[v] = mix32(uint32(v))
			}
		}
		return nil
	})
	if err != nil {
		l.free()
		return nil, err
	}
	return l, nil
}

func (l *leaders) free() { l.follows.Free() }

// see takes records into account, and adds to sampled those of sampled rows, the vertex of the row above. It returns false
// where it comes to an id that has no place. Others may call it at the same time.
func (l *leaders) see(edges []graph.Edge, sampled *[]uint64) bool {
	vertices := uint64(len(l.follows.Slice()))
	for _, e := range edges {
		if min(mark(e.U), mark(e.V)) >= l.seen {
			continue
		}
		if uint64(max(e.U, e.V)) >= vertices {
			return false
		}
		l.meet(e.U, e.V, sampled)
		l.meet(e.V, e.U, sampled)
	}
	return true
}

// meet takes into account that v is a neighbour of u.
func (l *leaders) meet(u, v uint32, sampled *[]uint64) {
	switch m := mark(u); {
	case m >= l.seen:
	case m < l.leads:
		raise(&l.follows.Slice()[v], mix32(u))
	case l.degree(u) <= sampledRow:
		*sampled = append(*sampled, uint64(u)<<32|uint64(v))
	}
}

// raise raises a place that others raise, too.
func raise(place *uint32, to uint32) {
	for old := atomic.LoadUint32(place); to > old; old = atomic.LoadUint32(place) {
		if atomic.CompareAndSwapUint32(place, old, to) {
			return
		}
	}
}

// key is what a vertex is sorted by: those that follow nobody come last.
func (l *leaders) key(v uint32) uint64 {
	follows := l.follows.Slice()
	place := uint32(math.MaxUint32)
	if near := follows[v]; near > 0 {
		place = ^follows[unmix32(near)]>>16<<16 | ^near>>16
	}
	return uint64(min(place, math.MaxUint32-1))<<32 | uint64(v)
}

// sort writes the keys of all vertices, sorted, and returns how many have an edge: the others come last.
func (l *leaders) sort(ctx context.Context, keys []uint64) (rows int, err error) {
	spare, err := hugemem.New[uint64](len(keys))
	if err != nil {
		return 0, err
	}
	defer spare.Free()
	found := atomic.Int64{}
	err = par.Chunks(ctx, l.workers, len(keys), 1<<14, func(_, begin, end int) error {
		n := int64(0)
		for i := begin; i < end; i++ {
			if v := uint32(i); l.degree(v) > 0 {
				keys[i] = l.key(v)
				n++
			} else {
				keys[i] = math.MaxUint32<<32 | uint64(v)
			}
		}
		found.Add(n)
		return nil
	})
	if err != nil {
		return 0, err
	}
	return int(found.Load()), sortIDs(ctx, keys, spare.Slice(), l.workers)
}
