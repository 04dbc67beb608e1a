package lists

import (
	"context"
	"sync/atomic"

	"github.com/tricycle-graph/tricycle/internal/hugemem"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// LeastCenter returns the least degree of TCBW's centers (Lin, Ouyang, He, Li, WISA
// 2023, section 3.1), the vertices whose degree reaches the average |E|/|V|. Isolated
// vertices count among the vertices. With records in the place of edges it is the least
// number of records.
func LeastCenter(vertices, edges uint64) uint64 {
	if vertices == 0 {
		return 0
	}
	return (edges + vertices - 1) / vertices
}

// centersFirst gives each of n ids that has a place among the rows its rank: centers
// first, ids ascending within a class. The paper lets the edges within a class point
// anywhere; a count needs a total order, so that no edges make a directed 3-cycle, and
// this is the simplest. classOf says whether an id has a row, and whether it is a center.
// rows is told their number before place is called, for many ids at once; it may end it
// all by an error.
func centersFirst(ctx context.Context, workers, n int, classOf func(id int) (row, center bool), rows func(n uint64) error, place func(id int, rank uint32)) error {
	const run = 1 << 16
	type classes struct{ centers, others uint64 }
	before := make([]classes, (n+run-1)/run+1) // ids of each class before each run
	err := par.Chunks(ctx, workers, n, run, func(_, begin, end int) error {
		var found classes
		for id := begin; id < end; id++ {
			switch row, center := classOf(id); {
			case !row:
			case center:
				found.centers++
			default:
				found.others++
			}
		}
		before[begin/run+1] = found
		return nil
	})
	if err != nil {
		return err
	}
	for i := range before[1:] {
		before[i+1].centers += before[i].centers
		before[i+1].others += before[i].others
	}
	all := before[len(before)-1]
	if err := rows(all.centers + all.others); err != nil {
		return err
	}
	return par.Chunks(ctx, workers, n, run, func(_, begin, end int) error {
		at := before[begin/run]
		at.others += all.centers
		for id := begin; id < end; id++ {
			switch row, center := classOf(id); {
			case !row:
			case center:
				place(id, uint32(at.centers))
				at.centers++
			default:
				place(id, uint32(at.others))
				at.others++
			}
		}
		return nil
	})
}

// rankByAverageDegree ranks the vertices of at least so high a degree before all others.
func rankByAverageDegree(ctx context.Context, degree []uint32, facts degreeFacts, least uint64, workers int) (Ranking, error) {
	r := Ranking{rank: hugemem.Make[uint32](len(degree)), order: hugemem.Make[uint32](facts.connected)}
	err := centersFirst(ctx, workers, len(degree),
		func(v int) (row, center bool) { return degree[v] > 0, uint64(degree[v]) >= least },
		func(uint64) error { return nil },
		func(v int, rank uint32) {
			r.rank[v] = rank
			r.order[rank] = uint32(v)
		})
	return r, err
}

// rankCenters ranks ids by whether they are centers, with records in the place of edges:
// it returns what rankByRecords does.
func (s *Builder) rankCenters(ctx context.Context, c counts, workers int, vertices bool) (rank hugemem.Array[uint32], m masses, order []uint32, err error) {
	low := c.low.Slice()
	connected, err := c.connected(ctx, workers)
	if err != nil {
		return rank, m, order, err
	}
	all := connected + s.lonely
	switch {
	case s.summary.Vertices.Known():
		all = uint64(s.summary.Vertices.Get())
	case s.table != nil: // which has no other ids
		all = uint64(len(low))
	}
	least := LeastCenter(all, s.Records())
	err = centersFirst(ctx, workers, len(low),
		func(id int) (row, center bool) { n := c.of(uint32(id)); return n > 0, n >= least },
		func(rows uint64) (err error) {
			if rows >= noRank {
				return errTooManyRows
			}
			if rank, err = hugemem.New[uint32](len(low)); err != nil {
				return err
			}
			if m.low, err = hugemem.New[uint32](int(rows)); err != nil {
				return err
			}
			if vertices {
				order = hugemem.Make[uint32](int(rows))
			}
			return par.Chunks(ctx, workers, len(low), 1<<16, func(_, begin, end int) error {
				for id := begin; id < end; id++ {
					rank.Slice()[id] = noRank
				}
				return nil
			})
		},
		func(id int, r uint32) {
			rank.Slice()[id], m.low.Slice()[r] = r, low[id]
			if vertices {
				order[r] = uint32(id)
			}
		})
	if err != nil {
		rank.Free()
		m.low.Free()
		return rank, m, order, err
	}
	m.takeHigh(c.high, func(id uint32) int { return int(rank.Slice()[id]) })
	return rank, m, order, nil
}

// connected returns the number of ids that have a record.
func (c *counts) connected(ctx context.Context, workers int) (uint64, error) {
	var sum atomic.Uint64
	err := par.Chunks(ctx, workers, len(c.low.Slice()), 1<<16, func(_, begin, end int) error {
		found := uint64(0)
		for id := begin; id < end; id++ {
			if c.of(uint32(id)) > 0 {
				found++
			}
		}
		sum.Add(found)
		return nil
	})
	return sum.Load(), err
}
