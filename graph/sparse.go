package graph

import (
	"context"
	"errors"
	"slices"

	"github.com/tricycle-graph/tricycle/internal/par"
)

var errTooManyVertices = errors.New("more than 2^32-1 distinct vertices")

// denseEnough says whether arrays over all ids up to maxID are worth it:
// their entries stay within a small multiple of the records.
func denseEnough(maxID uint32, records uint64) bool {
	return uint64(maxID) < 4*records+1<<16
}

// compact replaces sparse and 64-bit ids by dense ones, in the order of the
// ids, and returns the ids. Wide records become narrow ones.
func (s *rawStore) compact(ctx context.Context, workers int) ([]uint64, error) {
	ids, err := s.distinct(ctx, workers)
	if err != nil {
		return nil, err
	}
	if uint64(len(ids)) >= 1<<32 {
		return nil, errTooManyVertices
	}
	index := newIDIndex(ids)
	chunks := s.chunks()
	err = par.Each(ctx, workers, len(chunks), func(_, i int) error {
		for j, e := range chunks[i] {
			chunks[i][j] = Edge{index.dense(uint64(e.U)), index.dense(uint64(e.V))}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	for i := range s.workers {
		w := &s.workers[i]
		wide := w.wide
		w.wide = nil
		batch := make([]Edge, 0, firstChunk)
		for part := range slices.Chunk(wide, firstChunk) {
			batch = batch[:0]
			for _, e := range part {
				batch = append(batch, Edge{index.dense(e.U), index.dense(e.V)})
			}
			if err := w.add(Batch{Edges: batch}); err != nil {
				return nil, err
			}
		}
	}
	return ids, nil
}

// distinct returns the distinct ids of all records, ascending. Each chunk is
// sorted and stripped of repeats on its own, so that what is merged at the
// end is about as large as the answer.
func (s *rawStore) distinct(ctx context.Context, workers int) ([]uint64, error) {
	chunks := s.chunks()
	perChunk := make([][]uint64, len(chunks)+len(s.workers))
	err := par.Each(ctx, workers, len(perChunk), func(_, i int) error {
		var ids []uint64
		if i < len(chunks) {
			ids = make([]uint64, 0, 2*len(chunks[i]))
			for _, e := range chunks[i] {
				ids = append(ids, uint64(e.U), uint64(e.V))
			}
		} else {
			for _, e := range s.workers[i-len(chunks)].wide {
				ids = append(ids, e.U, e.V)
			}
		}
		slices.Sort(ids)
		perChunk[i] = slices.Clone(slices.Compact(ids))
		return nil
	})
	if err != nil {
		return nil, err
	}
	all := slices.Concat(perChunk...)
	slices.Sort(all)
	return slices.Compact(all), nil
}

// idIndex finds the position of an id in a sorted table: a prefix table over
// the leading bits narrows a binary search to a few entries.
type idIndex struct {
	ids   []uint64
	shift uint
	first []uint32 // first[p] is the position of the first id whose leading bits are >= p
}

func newIDIndex(ids []uint64) idIndex {
	if len(ids) == 0 {
		return idIndex{}
	}
	x := idIndex{ids: ids}
	for ids[len(ids)-1]>>x.shift >= 4*uint64(len(ids)) {
		x.shift++
	}
	x.first = make([]uint32, ids[len(ids)-1]>>x.shift+2)
	prefix := uint64(0)
	for i, id := range ids {
		for ; prefix <= id>>x.shift; prefix++ {
			x.first[prefix] = uint32(i)
		}
	}
	for ; prefix < uint64(len(x.first)); prefix++ {
		x.first[prefix] = uint32(len(ids))
	}
	return x
}

// dense returns the position of id, which must be in the table.
func (x idIndex) dense(id uint64) uint32 {
	prefix := id >> x.shift
	low, high := x.first[prefix], x.first[prefix+1]
	for high-low > 1 {
		if middle := low + (high-low)/2; x.ids[middle] <= id {
			low = middle
		} else {
			high = middle
		}
	}
	return low
}
