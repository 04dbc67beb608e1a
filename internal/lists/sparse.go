package lists

import (
	"math"
	"math/bits"
	"sync"
	"sync/atomic"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/hugemem"
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

func (s *sparseIDs) free() {
	for i := range s.shards {
		s.shards[i].ids.Free()
		s.shards[i].number.Free()
	}
}
