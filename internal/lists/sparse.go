package lists

import (
	"cmp"
	"context"
	"errors"
	"math/bits"
	"slices"
	"sync/atomic"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/hugemem"
	"github.com/tricycle-graph/tricycle/internal/par"
)

var errTooManyVertices = errors.New("more than 2^32-1 distinct vertices")

// DenseBound returns where ids begin that are too far apart for arrays over all up
// to the largest, of which there are so many records: the entries of those stay
// within a small multiple of the records.
func DenseBound(records uint64) uint64 { return min(4*records+1<<16, 1<<32) }

// compact replaces sparse and 64-bit ids by dense ones, in the order of the
// ids, and returns the ids. Wide records become narrow ones. limit bounds the bytes
// that sets of ids take meanwhile; 0 is no limit.
func (s *rawStore) compact(ctx context.Context, workers int, limit int64) ([]uint64, error) {
	ids, err := s.distinct(ctx, workers, limit)
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
			chunks[i][j] = graph.Edge{U: index.dense(uint64(e.U)), V: index.dense(uint64(e.V))}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	err = par.Each(ctx, workers, len(s.workers), func(_, i int) error { return s.workers[i].narrowDown(index) })
	if err != nil {
		return nil, err
	}
	return ids, nil
}

// CompactBytes bounds what reading a source holds until its ids are dense: the
// records, half as much again for the partition that follows, and beside them the
// ids that each worker met. wide says that there are ids of 2^32 or more.
func CompactBytes(workers int, records, distinct uint64, wide bool) int64 {
	each := int64(keptBytes + narrowBytes)
	if wide {
		each *= wideEdgeBytes / edgeBytes
	}
	set := uint64(leastSet)
	for 4*(distinct+1) > 3*set {
		set *= 2
	}
	beside := int64(workers) * int64(idSetBytes*set)
	return bufferBytes + max(each*int64(records), each*2/3*int64(records)+beside) + int64(workers)*lastChunk*each
}

// narrowDown makes narrow records of the wide ones.
func (w *rawWorker) narrowDown(index idIndex) error {
	batch := make([]graph.Edge, 0, firstChunk)
	for i := range w.wide.full {
		for part := range slices.Chunk(w.wide.chunk(i), firstChunk) {
			batch = batch[:0]
			for _, e := range part {
				batch = append(batch, graph.Edge{U: index.dense(e.U), V: index.dense(e.V)})
			}
			if err := w.add(graph.Batch{Edges: batch}); err != nil {
				return err
			}
		}
		if i < len(w.wide.full)-1 {
			w.store.held.Add(-wideEdgeBytes * int64(len(w.wide.full[i].Slice())))
		}
		w.wide.full[i].Free()
	}
	w.wide.free()
	return nil
}

// distinct returns the distinct ids of all records, ascending. Each worker keeps a
// set, so that what is held does not grow with the records. limit bounds the
// bytes; 0 is no limit.
func (s *rawStore) distinct(ctx context.Context, workers int, limit int64) ([]uint64, error) {
	chunks := s.chunks()
	sets := make([]idSet, workers)
	var held atomic.Int64
	for i := range sets {
		sets[i] = idSet{held: &held, limit: limit}
		defer sets[i].free()
	}
	err := par.Each(ctx, workers, len(chunks)+len(s.workers), func(worker, i int) error {
		set := &sets[worker]
		if i < len(chunks) {
			for _, e := range chunks[i] {
				if err := cmp.Or(set.add(uint64(e.U)), set.add(uint64(e.V))); err != nil {
					return err
				}
			}
			return nil
		}
		wide := &s.workers[i-len(chunks)].wide
		for j := range wide.full {
			for _, e := range wide.chunk(j) {
				if err := cmp.Or(set.add(e.U), set.add(e.V)); err != nil {
					return err
				}
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	used := 0
	for i := range sets {
		used += sets[i].used + 1
	}
	all := make([]uint64, 0, used)
	for i := range sets {
		all = sets[i].appendTo(all)
		sets[i].free()
	}
	slices.Sort(all)
	return slices.Compact(all), nil
}

// idSet is a set of ids: a hash table of a power of two places, probed one after
// the other, in which 0 is an empty place.
type idSet struct {
	table hugemem.Array[uint64]
	shift uint // of a hash, to be a place
	used  int
	zero  bool          // 0 is in the set
	held  *atomic.Int64 // bytes of all sets, and as many to grow and to join them
	limit int64         // of held; 0 for no limit
}

const (
	leastSet   = 1 << 10 // places
	idSetBytes = 2 * 8   // a place, and as much to grow and to join
)

func (s *idSet) add(id uint64) error {
	if id == 0 {
		s.zero = true
		return nil
	}
	if 4*s.used >= 3*len(s.table.Slice()) {
		if err := s.grow(); err != nil {
			return err
		}
	}
	place := s.find(id)
	if *place == 0 {
		*place = id
		s.used++
	}
	return nil
}

// find returns the place of id, or the empty one that is for it.
func (s *idSet) find(id uint64) *uint64 {
	places := s.table.Slice()
	mask := len(places) - 1
	for i := int(id * 0x9e3779b97f4a7c15 >> s.shift); ; i = (i + 1) & mask {
		if places[i] == id || places[i] == 0 {
			return &places[i]
		}
	}
}

func (s *idSet) grow() error {
	old := s.table
	size := max(2*len(old.Slice()), leastSet)
	held := s.held.Add(idSetBytes * int64(size-len(old.Slice())))
	if s.limit > 0 && held > s.limit {
		return &graph.MemoryError{What: "making the ids dense", Need: held, Limit: s.limit}
	}
	larger, err := hugemem.New[uint64](size)
	if err != nil {
		return err
	}
	s.table, s.shift = larger, uint(64-bits.TrailingZeros(uint(size)))
	for _, id := range old.Slice() {
		if id != 0 {
			*s.find(id) = id
		}
	}
	old.Free()
	return nil
}

// appendTo appends the ids, in no order.
func (s *idSet) appendTo(ids []uint64) []uint64 {
	for _, id := range s.table.Slice() {
		if id != 0 {
			ids = append(ids, id)
		}
	}
	if s.zero {
		ids = append(ids, 0)
	}
	return ids
}

func (s *idSet) free() { s.table.Free() }

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
	for ids[len(ids)-1]>>x.shift >= uint64(len(ids)) {
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
