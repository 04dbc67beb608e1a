package lists

import (
	"context"
	"errors"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/hugemem"
	"github.com/tricycle-graph/tricycle/internal/par"
)

var errNoClusters = errors.New("lists: nobody has looked for clusters")

// Clusters looks for clusters of vertices, with records in the place of edges, and returns some of the rows that these
// would have in [OrderClusters], which Rank can be asked for then. The records are read once more for it. It returns
// none where they are sorted by their ids, where the ids are in a table, or where there is no memory to rank by clusters.
// It is an error to ask once Rank has begun.
func (s *Builder) Clusters(ctx context.Context) ([]SampledRow, error) {
	if err := s.at(counted); err != nil || s.table != nil || s.input.runs != nil {
		return nil, err
	}
	if more := s.reserved + ClusterBytes*int64(s.ids); s.opt.Memory > 0 && !Reserves(s.opt.Memory, s.workers, uint64(s.ids), s.Records(), more) {
		return nil, nil
	}
	s.dropClusters()
	s.opt.Meter.Start("order", int64(s.records))
	connected, err := s.counts.connected(ctx, s.workers)
	if err != nil {
		return nil, err
	}
	l, err := newLeaders(ctx, len(s.counts.low.Slice()), connected, s.Records(), s.counts.of, s.workers)
	if err != nil {
		return nil, err
	}
	sampled := make([][]uint64, s.workers)
	_, err = s.input.each(ctx, false, func(worker int, b graph.Batch) error {
		s.opt.Meter.Add(int64(len(b.Edges)))
		if len(b.Wide) > 0 || !l.see(b.Edges, &sampled[worker]) {
			return s.changed()
		}
		return nil
	})
	if err != nil {
		l.free()
		return nil, err
	}
	s.clusters = l.clusters(sampled)
	return s.clusters.Rows, nil
}

func (s *Builder) dropClusters() {
	s.clusters.Free()
	s.clusters = nil
}

// rankClusters is rankByRecords by clusters.
func (s *Builder) rankClusters(ctx context.Context, c counts, workers int, vertices bool) (rank hugemem.Array[uint32], m masses, order []uint32, err error) {
	low := c.low.Slice()
	if rank, err = hugemem.New[uint32](len(low)); err != nil {
		return rank, m, order, err
	}
	rows, order, err := s.clusters.rank(ctx, rank.Slice(), vertices)
	s.dropClusters()
	if err == nil {
		m.low, err = hugemem.New[uint32](rows)
	}
	if err == nil {
		err = par.Chunks(ctx, workers, len(low), 1<<14, func(_, begin, end int) error {
			for i, r := range rank.Slice()[begin:end] {
				if r != noRank {
					m.low.Slice()[r] = low[begin+i]
				}
			}
			return nil
		})
	}
	if err != nil {
		rank.Free()
		m.low.Free()
		return rank, m, order, err
	}
	m.takeHigh(c.high, func(id uint32) int { return int(rank.Slice()[id]) })
	return rank, m, order, nil
}
