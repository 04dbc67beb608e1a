package lists

import (
	"context"
	"slices"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/hugemem"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// Clusters can rank vertices by [OrderClusters].
type Clusters struct {
	Rows []SampledRow // of some vertices, about as they are by clusters

	leaders *leaders
}

// ClusterBytes is what there is for each vertex while they are ranked by OrderClusters, beside the ranks: whom it
// follows, two keys, and the vertex of the rank.
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
	degree := func(v uint32) uint64 { return uint64(g.Degree(v)) }
	l, err := newLeaders(ctx, g.Vertices(), uint64(f.connected), g.Edges(), degree, workers)
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
				case m < l.leads:
					hash = max(hash, mix32(w))
				case degree(w) <= sampledRow:
					sampled[worker] = append(sampled[worker], uint64(w)<<32|uint64(v))
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
	return l.clusters(sampled), nil
}

// clusters are those of the leaders, once all edges are seen.
func (l *leaders) clusters(sampled [][]uint64) *Clusters {
	return &Clusters{Rows: l.rows(slices.Concat(sampled...)), leaders: l}
}

// Ranking ranks the vertices of the graph.
func (c *Clusters) Ranking(ctx context.Context) (r Ranking, err error) {
	r.rank = hugemem.Make[uint32](len(c.leaders.follows.Slice()))
	_, r.order, err = c.rank(ctx, r.rank, true)
	return r, err
}

// rank writes the rank of each vertex, noRank where it has no edge, and returns how many have one, and the vertex of each
// rank where that is wanted.
func (c *Clusters) rank(ctx context.Context, rank []uint32, vertices bool) (rows int, order []uint32, err error) {
	keys, err := hugemem.New[uint64](len(rank))
	if err != nil {
		return 0, nil, err
	}
	defer keys.Free()
	if rows, err = c.leaders.sort(ctx, keys.Slice()); err != nil {
		return 0, nil, err
	}
	if rows >= noRank {
		return 0, nil, errTooManyRows
	}
	if vertices {
		order = hugemem.Make[uint32](rows)
	}
	return rows, order, par.Chunks(ctx, c.leaders.workers, len(rank), 1<<14, func(_, begin, end int) error {
		for i, key := range keys.Slice()[begin:end] {
			v, r := uint32(key), uint32(begin+i)
			switch {
			case begin+i >= rows:
				r = noRank
			case vertices:
				order[r] = v
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
