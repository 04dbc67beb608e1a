package lists

import (
	"context"
	"math"
	"slices"
	"sync/atomic"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/hugemem"
	"github.com/tricycle-graph/tricycle/internal/par"
	"github.com/tricycle-graph/tricycle/internal/radix"
)

const (
	// leadersEach is how many leaders are among the neighbours of a vertex, in the mean: one in fifty has none.
	leadersEach = 4
	// sampledEntries is how many entries of rows are sampled, about, and mostSampled of how many rows at most.
	sampledEntries, mostSampled = 1 << 13, 1 << 8
	// sampledKeys is how many vertices tell about where a vertex will be ranked.
	sampledKeys = 1 << 14
)

// leaders say whom each vertex follows by graph.OrderClusters.
//
// Some vertices, spread at random, lead. A vertex follows the leader with the largest hash among itself and its
// neighbours: two vertices follow the same one about as often as their neighbours are the same (min-hash: Broder, On the
// resemblance and containment of documents, 1997). Vertices are ranked by whom their leader follows, then by whom they
// follow, and last by their ids: so clusters that touch lie together, too.
type leaders struct {
	follows hugemem.Array[uint32] // the largest hash of a leader among each vertex and its neighbours; 0 where none leads
	leads   uint32                // leaders are the vertices with a smaller mark
	seen    uint32                // and of those with a smaller mark, the others are the sampled ones
	workers int
}

// mark is a cheap hash of a vertex, by which leaders are chosen.
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

// newLeaders chooses leaders among so many vertices, of which some have so many edges together.
func newLeaders(vertices int, connected, edges uint64, workers int) (*leaders, error) {
	degree := max(float64(2*edges)/float64(max(connected, 1)), 1)
	leads := min(leadersEach/degree, .5)
	sampled := min(sampledEntries/degree, mostSampled) / float64(max(vertices, 1))
	l := &leaders{leads: uint32(math.Ldexp(leads, 32)), seen: uint32(math.Ldexp(min(leads+sampled, 1), 32) - 1), workers: workers}
	var err error
	l.follows, err = hugemem.New[uint32](vertices)
	return l, err
}

func (l *leaders) free() { l.follows.Free() }

// see takes records into account, and adds to sampled those of sampled rows, the vertex of the row above. It returns
// false for an id that has no place. Others may call it at the same time.
func (l *leaders) see(edges []graph.Edge, sampled *[]uint64) bool {
	follows := l.follows.Slice()
	for _, e := range edges {
		u, v := mark(e.U), mark(e.V)
		if min(u, v) >= l.seen {
			continue
		}
		if int(max(e.U, e.V)) >= len(follows) {
			return false
		}
		l.meet(e.U, e.V, sampled)
		l.meet(e.V, e.U, sampled)
	}
	return true
}

// meet takes into account that v is a neighbour of u.
func (l *leaders) meet(u, v uint32, sampled *[]uint64) {
	follows := l.follows.Slice()
	switch m := mark(u); {
	case m >= l.seen:
	case m >= l.leads:
		*sampled = append(*sampled, uint64(u)<<32|uint64(v))
	default:
		raise(&follows[u], mix32(u))
		raise(&follows[v], mix32(u))
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

// SampledRow is about the row that a vertex, chosen at random, has in some order.
type SampledRow struct {
	Smaller []uint32 // its entries, ascending
	Larger  int      // rows that have the vertex
}

// rows returns about the rows that sampled vertices have by clusters, from their records. Where a vertex will be ranked is
// told by some others.
func (l *leaders) rows(sampled []uint64) []SampledRow {
	n := uint64(len(l.follows.Slice()))
	keys := make([]uint64, min(n, sampledKeys))
	for i := range keys {
		keys[i] = l.key(uint32(n * uint64(i) / uint64(len(keys))))
	}
	keys = radix.Sort(keys, make([]uint64, len(keys)), 64)
	rankOf := func(v uint32) uint32 {
		at, _ := slices.BinarySearch(keys, l.key(v)&^math.MaxUint32)
		return uint32(n * uint64(at) / uint64(len(keys)))
	}
	sampled = radix.Sort(sampled, make([]uint64, len(sampled)), 64)
	var rows []SampledRow
	for len(sampled) > 0 {
		v, row := uint32(sampled[0]>>32), SampledRow{}
		rank, last := rankOf(v), sampled[0]-1
		for ; len(sampled) > 0 && uint32(sampled[0]>>32) == v; sampled = sampled[1:] {
			w := uint32(sampled[0])
			if sampled[0] == last || w == v {
				continue
			}
			last = sampled[0]
			if r := rankOf(w); r < rank || r == rank && w < v {
				row.Smaller = append(row.Smaller, r)
			} else {
				row.Larger++
			}
		}
		slices.Sort(row.Smaller)
		rows = append(rows, row)
	}
	return rows
}

// sort writes the keys of all vertices, sorted, and returns how many have an edge: the others come last.
func (l *leaders) sort(ctx context.Context, keys []uint64, connected func(v uint32) bool) (rows int, err error) {
	spare, err := hugemem.New[uint64](len(keys))
	if err != nil {
		return 0, err
	}
	defer spare.Free()
	found := atomic.Int64{}
	err = par.Chunks(ctx, l.workers, len(keys), 1<<14, func(_, begin, end int) error {
		n := int64(0)
		for i := begin; i < end; i++ {
			if v := uint32(i); connected(v) {
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

// Clusters can rank vertices by [graph.OrderClusters].
type Clusters struct {
	Rows []SampledRow // of some vertices, about as they are by clusters

	leaders   *leaders
	connected func(v uint32) bool // has an edge
}

// ClusterBytes is what there is for each vertex while they are ranked by graph.OrderClusters, beside the ranking.
const ClusterBytes = 4 + 8 + 8

// Free gives back what is known of the clusters.
func (c *Clusters) Free() {
	if c != nil {
		c.leaders.free()
	}
}

// rank writes the rank of each vertex, noRank where it has no edge, and returns the vertex of each rank.
func (c *Clusters) rank(ctx context.Context, rank []uint32) (order []uint32, err error) {
	keys, err := hugemem.New[uint64](len(rank))
	if err != nil {
		return nil, err
	}
	defer keys.Free()
	rows, err := c.leaders.sort(ctx, keys.Slice(), c.connected)
	if err != nil {
		return nil, err
	}
	order = hugemem.Make[uint32](rows)
	return order, par.Chunks(ctx, c.leaders.workers, len(rank), 1<<14, func(_, begin, end int) error {
		for i, key := range keys.Slice()[begin:end] {
			v, r := uint32(key), uint32(begin+i)
			if begin+i < rows {
				order[r] = v
			} else {
				r = noRank
			}
			rank[v] = r
		}
		return nil
	})
}

// ClustersOf looks at the lists of g, which has these facts.
func ClustersOf(ctx context.Context, g *graph.Graph, f Facts, threads int) (*Clusters, error) {
	workers := par.Workers(threads)
	l, err := newLeaders(g.Vertices(), uint64(f.connected), g.Edges(), workers)
	if err != nil {
		return nil, err
	}
	follows, sampled := l.follows.Slice(), make([][]uint64, workers)
	err = par.Chunks(ctx, workers, len(follows), 1<<12, func(worker, begin, end int) error {
		for i := begin; i < end; i++ {
			v, hash := uint32(i), uint32(0)
			if mark(v) < l.leads && g.Degree(v) > 0 {
				hash = mix32(v)
			}
			for _, w := range g.Neighbors(v) {
				switch m := mark(w); {
				case m >= l.seen:
				case m >= l.leads:
					sampled[worker] = append(sampled[worker], uint64(w)<<32|uint64(v))
				default:
					hash = max(hash, mix32(w))
				}
			}
			follows[v] = hash
		}
		return nil
	})
	if err != nil {
		l.free()
		return nil, err
	}
	return l.clusters(sampled, func(v uint32) bool { return g.Degree(v) > 0 }), nil
}

// clusters are those of the leaders, once all edges are seen.
func (l *leaders) clusters(sampled [][]uint64, connected func(v uint32) bool) *Clusters {
	return &Clusters{Rows: l.rows(slices.Concat(sampled...)), leaders: l, connected: connected}
}

// Ranking ranks the vertices of the graph.
func (c *Clusters) Ranking(ctx context.Context) (r Ranking, err error) {
	r.rank = hugemem.Make[uint32](len(c.leaders.follows.Slice()))
	r.order, err = c.rank(ctx, r.rank)
	return r, err
}
