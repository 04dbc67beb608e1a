package lists

import (
	"context"
	"slices"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/hugemem"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// Rank ranks the vertices that have a record: for graph.OrderID in the order of
// their ids, for graph.OrderRecords by falling number of records, duplicates
// included and loops not, ties by smaller id, and for [OrderClusters] as Clusters has. All other orders ask for the degrees:
// Whole makes the rows in the order of the ids first, and Pieces refuses them.
func (s *Builder) Rank(ctx context.Context, order graph.Order) error {
	return s.rankBy(ctx, order, false)
}

// RankCenters ranks by graph.OrderAverageDegree before the degrees are known, as Pieces
// has to: centers are the vertices whose number of records, duplicates included and loops
// not, is at least the records an average vertex would have if each counted at one end.
func (s *Builder) RankCenters(ctx context.Context) error {
	return s.rankBy(ctx, graph.OrderAverageDegree, true)
}

func (s *Builder) rankBy(ctx context.Context, order graph.Order, centers bool) error {
	if err := s.at(counted); err != nil {
		return err
	}
	s.centers = centers
	return s.finish(ranked, s.rank(ctx, order))
}

func (s *Builder) rank(ctx context.Context, order graph.Order) error {
	if order == OrderClusters && s.clusters == nil {
		return errNoClusters
	}
	s.opt.Meter.Start("order", 0)
	s.wish = order
	s.byID = order != graph.OrderRecords && order != OrderClusters && !s.centers
	s.sample = sample{}
	defer s.counts.low.Free()
	defer s.dropClusters()
	if s.table != nil {
		return s.rankTable(ctx)
	}
	rank, err := s.rankCounts(ctx, s.counts)
	if err != nil {
		return err
	}
	s.ranker = &denseRanks{rank}
	if s.byID && len(rank.Slice()) == 0 {
		s.ranker = sameRanks{}
	}
	return nil
}

// rankCounts ranks ids of so many records. Where each is its own rank there are no
// ranks.
func (s *Builder) rankCounts(ctx context.Context, c counts) (rank hugemem.Array[uint32], err error) {
	ranking := rankByRecords
	switch {
	case s.byID:
		ranking = rankInOrder
	case s.wish == OrderClusters:
		ranking = s.rankClusters
	case s.centers:
		ranking = s.rankCenters
	}
	rank, s.masses, s.order, err = ranking(ctx, c, s.workers, s.opt.Vertices)
	return rank, err
}

// rankTable ranks ids that are in tables.
func (s *Builder) rankTable(ctx context.Context) error {
	ids, c, err := s.table.sorted(ctx, s.workers)
	if err != nil {
		return err
	}
	defer ids.Free()
	defer c.low.Free()
	if s.opt.Vertices {
		s.numbers = slices.Clone(ids.Slice())
	}
	rank, err := s.rankCounts(ctx, c)
	if err != nil {
		return err
	}
	defer rank.Free()
	s.lonely = uint64(len(ids.Slice()) - s.masses.rows())
	s.ranker = sparseRanks{s.table}
	return par.Chunks(ctx, s.workers, len(ids.Slice()), 1<<14, func(_, begin, end int) error {
		for i := begin; i < end; i++ {
			r := uint32(i)
			if len(rank.Slice()) > 0 {
				r = rank.Slice()[i]
			}
			*s.table.number(ids.Slice()[i]) = r
		}
		return nil
	})
}
