package lists

import (
	"context"
	"math"
	"math/bits"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/hugemem"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// sparseIDs are ids of up to 64 bits in hash tables, each with a number of 32
// bits: first how many records it has, then its rank. What that holds grows with
// the distinct ids, and with nothing else.
type sparseIDs struct {
	shards []idShard // by the leading bits of the hash
	limit  int64     // bytes; 0 for no limit
	held   atomic.Int64
	sample sample // of all records
}

// idShards is how many tables the ids are shared out to, so that workers rarely
// wait for one another.
const idShards = 256

// idShard is a table with open addressing and linear probing.
type idShard struct {
	mutex  sync.Mutex
	ids    hugemem.Array[uint64] // noID where free; as many as a power of two, or none
	number hugemem.Array[uint32]
	used   int
	last   *uint32           // the number of noID itself, if it was met
	high   map[uint64]uint64 // how often a count passed 2^32
}

const noID = ^uint64(0)

// slotBytes is what a place in a table takes. Tables are filled to between 3/8 and
// 3/4.
const slotBytes = 8 + 4

// leastPlaces is how many places the first table of a shard has.
const leastPlaces = 64

// tableBytes returns what the tables of so many ids take at most. Hashes spread them
// evenly over the shards, but for chance.
func tableBytes(ids uint64) int64 {
	mean := float64(ids) / idShards
	used := uint64(min(mean+6*math.Sqrt(mean)+8, float64(ids)))
	places := uint64(leastPlaces)
	for 4*(used+1) > 3*places {
		places *= 2
	}
	return int64(idShards * places * slotBytes)
}

func newSparseIDs(limit int64) *sparseIDs {
	s := &sparseIDs{shards: make([]idShard, idShards), limit: limit}
	for i := range s.shards {
		s.shards[i].high = map[uint64]uint64{}
	}
	return s
}

func hashID(id uint64) uint64 {
	high, low := bits.Mul64(id^0x2545f4914f6cdd1d, 0x9e3779b97f4a7c15)
	return (high ^ low) * 0xff51afd7ed558ccd
}

func (s *sparseIDs) shard(hash uint64) *idShard { return &s.shards[hash>>56] }

// place returns where the number of an id is, or would be.
func (t *idShard) place(id, hash uint64) (at int, found bool) {
	ids := t.ids.Slice()
	mask := uint64(len(ids) - 1)
	for i := hash & mask; ; i = (i + 1) & mask {
		switch ids[i] {
		case id:
			return int(i), true
		case noID:
			return int(i), false
		}
	}
}

// count adds to the records of an id. The shard is locked.
func (s *sparseIDs) count(t *idShard, id, hash uint64, more uint32) error {
	var number *uint32
	if id == noID {
		if t.last == nil {
			t.last = new(uint32)
		}
		number = t.last
	} else {
		if 4*(t.used+1) > 3*len(t.ids.Slice()) {
			if err := s.grow(t); err != nil {
				return err
			}
		}
		at, found := t.place(id, hash)
		if !found {
			t.ids.Slice()[at] = id
			t.used++
		}
		number = &t.number.Slice()[at]
	}
	if *number += more; *number < more {
		t.high[id]++
	}
	return nil
}

// grow doubles a table.
func (s *sparseIDs) grow(t *idShard) error {
	oldIDs, oldNumber := t.ids, t.number
	size := max(2*len(oldIDs.Slice()), leastPlaces)
	if held := s.held.Add(int64(size-len(oldIDs.Slice())) * slotBytes); s.limit > 0 && held > s.limit {
		return &graph.MemoryError{What: "numbering the ids read so far", Need: 4 * held, Limit: s.limit}
	}
	ids, err := hugemem.New[uint64](size)
	if err != nil {
		return err
	}
	number, err := hugemem.New[uint32](size)
	if err != nil {
		ids.Free()
		return err
	}
	for i := range ids.Slice() {
		ids.Slice()[i] = noID
	}
	t.ids, t.number = ids, number
	for i, id := range oldIDs.Slice() {
		if id != noID {
			at, _ := t.place(id, hashID(id))
			ids.Slice()[at] = id
			number.Slice()[at] = oldNumber.Slice()[i]
		}
	}
	oldIDs.Free()
	oldNumber.Free()
	return nil
}

// number returns where the number of an id stands, which was met before; nil if
// it was not.
func (s *sparseIDs) number(id uint64) *uint32 {
	hash := hashID(id)
	t := s.shard(hash)
	if id == noID {
		return t.last
	}
	if t.used == 0 {
		return nil
	}
	at, found := t.place(id, hash)
	if !found {
		return nil
	}
	return &t.number.Slice()[at]
}

// idLane collects the ids that one worker meets, by shard, so that a lock is
// taken for many at once.
type idLane struct {
	seen
	sample sample
	ids    [idShards][64]uint64
	fill   [idShards]uint8
}

// add counts a record with two ends.
func (s *sparseIDs) add(lane *idLane, u, v uint64) error {
	lane.records++
	lane.print += fingerprint(u, v)
	if edgeHash(u, v) <= lane.sample.limit() {
		lane.sample.add(u, v)
	}
	if u == v {
		lane.loops++
		hash := hashID(u)
		t := s.shard(hash)
		t.mutex.Lock()
		defer t.mutex.Unlock()
		return s.count(t, u, hash, 0)
	}
	for _, id := range [2]uint64{u, v} {
		shard := hashID(id) >> 56
		lane.ids[shard][lane.fill[shard]] = id
		lane.fill[shard]++
		if int(lane.fill[shard]) == len(lane.ids[shard]) {
			if err := s.flush(lane, int(shard)); err != nil {
				return err
			}
		}
	}
	return nil
}

// flush counts what a lane has collected for a shard.
func (s *sparseIDs) flush(lane *idLane, shard int) error {
	t := &s.shards[shard]
	t.mutex.Lock()
	defer t.mutex.Unlock()
	for _, id := range lane.ids[shard][:lane.fill[shard]] {
		if err := s.count(t, id, hashID(id), 1); err != nil {
			return err
		}
	}
	lane.fill[shard] = 0
	return nil
}

// countSparse counts the records of each id.
func countSparse(ctx context.Context, r *records, limit int64, meter *graph.Meter) (*sparseIDs, seen, graph.Summary, error) {
	s := newSparseIDs(limit)
	lanes := make([]*idLane, r.workers)
	summary, err := r.each(ctx, false, func(worker int, b graph.Batch) error {
		if lanes[worker] == nil {
			lanes[worker] = &idLane{sample: sample{rate: sampleRate(r.expected())}}
		}
		lane := lanes[worker]
		for _, e := range b.Edges {
			if err := s.add(lane, uint64(e.U), uint64(e.V)); err != nil {
				return err
			}
		}
		for _, e := range b.Wide {
			if err := s.add(lane, e.U, e.V); err != nil {
				return err
			}
		}
		lane.sample.reach(lane.records)
		meter.Add(int64(len(b.Edges) + len(b.Wide)))
		return nil
	})
	var found seen
	var samples []*sample
	for _, lane := range lanes {
		if lane == nil {
			continue
		}
		for shard := range idShards {
			if err == nil {
				err = s.flush(lane, shard)
			}
		}
		found.add(lane.seen)
		samples = append(samples, &lane.sample)
	}
	s.sample.merge(samples, found.records)
	if err != nil {
		s.free()
		return nil, seen{}, graph.Summary{}, err
	}
	return s, found, summary, nil
}

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

func (s *sparseIDs) free() {
	for i := range s.shards {
		s.shards[i].ids.Free()
		s.shards[i].number.Free()
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
