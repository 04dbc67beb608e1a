package lists

import (
	"context"
	"slices"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/hugemem"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// Clusters can rank vertices by [graph.OrderClusters].
type Clusters struct {
	Rows []SampledRow // of some vertices, about as they are by clusters

	leaders   *leaders
	connected func(v uint32) bool // has an edge
}

// ClusterBytes is what there is for each vertex while they are ranked by graph.OrderClusters, beside the ranks.
const ClusterBytes = 4 + 8 + 8 + 4

// leastClosed is the least share of the pairs of neighbours that are neighbours where clusters may be worth a look.
const leastClosed = .05

// ClustersOf looks for clusters in the lists of g, which has these facts. It returns nil where hardly any two neighbours of
// a vertex are neighbours.
func ClustersOf(ctx context.Context, g *graph.Graph, f Facts, threads int) (*Clusters, error) {
	if closedPairs(g) < leastClosed {
		return nil, nil
	}
	return clustersOf(ctx, g, f, par.Workers(threads))
}

func clustersOf(ctx context.Context, g *graph.Graph, f Facts, workers int) (*Clusters, error) {
	l, err := newLeaders(ctx, g.Vertices(), uint64(f.connected), g.Edges(), workers)
	if err != nil {
		return nil, err
	}
	follows, sampled := l.follows.Slice(), make([][]uint64, workers)
	err = par.Chunks(ctx, workers, len(follows), 1<<12, func(worker, begin, end int) error {
		for i := begin; i < end; i++ {
			v, hash := uint32(i), follows[i]
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
	if rows >= noRank {
		return nil, errTooManyRows
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

// Free gives back what is known of the clusters.
func (c *Clusters) Free() {
	if c != nil {
		c.leaders.free()
	}
}
