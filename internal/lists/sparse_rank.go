package lists

import (
	"context"
	"slices"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/hugemem"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// distinct returns the number of ids.
func (s *sparseIDs) distinct() int {
	n := 0
	for i := range s.shards {
		n += s.shards[i].used
		if s.shards[i].last != nil {
			n++
		}
	}
	return n
}

// largest returns the largest id.
func (s *sparseIDs) largest() uint64 {
	largest := uint64(0)
	for i := range s.shards {
		for _, id := range s.shards[i].ids.Slice() {
			if id != noID {
				largest = max(largest, id)
			}
		}
		if s.shards[i].last != nil {
			return noID
		}
	}
	return largest
}

// sorted returns the ids, ascending, and the records of each. The ids are the
// caller's to free.
func (s *sparseIDs) sorted(ctx context.Context, workers int) (sorted hugemem.Array[uint64], c counts, err error) {
	n := s.distinct()
	if n >= noRank {
		return sorted, c, errTooManyRows
	}
	ids, err := hugemem.New[uint64](n)
	if err != nil {
		return ids, c, err
	}
	spare, err := hugemem.New[uint64](n)
	if err != nil {
		ids.Free()
		return ids, c, err
	}
	s.gather(ids.Slice())
	err = sortIDs(ctx, ids.Slice(), spare.Slice(), workers)
	spare.Free()
	if err != nil {
		ids.Free()
		return ids, c, err
	}
	if c.low, err = hugemem.New[uint32](n); err != nil {
		ids.Free()
		return ids, c, err
	}
	err = par.Chunks(ctx, workers, n, 1<<14, func(_, begin, end int) error {
		for i := begin; i < end; i++ {
			c.low.Slice()[i] = *s.number(ids.Slice()[i])
		}
		return nil
	})
	if err != nil {
		ids.Free()
		c.low.Free()
		return ids, c, err
	}
	c.high = map[uint32]uint64{}
	for i := range s.shards {
		for id, high := range s.shards[i].high {
			at, _ := slices.BinarySearch(ids.Slice(), id)
			c.high[uint32(at)] = high
		}
	}
	return ids, c, nil
}

// gather copies all ids, in no order.
func (s *sparseIDs) gather(to []uint64) {
	n := 0
	for i := range s.shards {
		for _, id := range s.shards[i].ids.Slice() {
			if id != noID {
				to[n] = id
				n++
			}
		}
		if s.shards[i].last != nil {
			to[n] = noID
			n++
		}
	}
}

// sparseRanks maps ids to ranks by their tables.
type sparseRanks struct{ *sparseIDs }

func (s sparseRanks) narrow(edges, to []graph.Edge) ([]graph.Edge, bool) {
	to = to[:len(edges)]
	for i, e := range edges {
		u, v := s.number(uint64(e.U)), s.number(uint64(e.V))
		if u == nil || v == nil {
			return nil, false
		}
		to[i] = graph.Edge{U: *u, V: *v}
	}
	return to, true
}

func (s sparseRanks) wide(edges []graph.WideEdge, to []graph.Edge) ([]graph.Edge, bool) {
	to = to[:len(edges)]
	for i, e := range edges {
		u, v := s.number(e.U), s.number(e.V)
		if u == nil || v == nil {
			return nil, false
		}
		to[i] = graph.Edge{U: *u, V: *v}
	}
	return to, true
}
