package cpucount

import (
	"unsafe"

	"github.com/tricycle-graph/tricycle/internal/hugemem"
	"github.com/tricycle-graph/tricycle/internal/simd"
)

// columnEntry is a stretch of what stands before a v in a row: where it begins, with nearBit if that is in
// the near entries; and how long it is, with the number of v in its bucket in the lower bits.
type columnEntry struct{ begin, length uint32 }

const (
	nearBit      = 1 << 31
	stretchBytes = int64(unsafe.Sizeof(simd.Stretch{}))
	// entryBytes is what an entry takes: itself, and its stretch.
	entryBytes = int64(unsafe.Sizeof(columnEntry{})) + stretchBytes
)

// columnGroups are the stretches of a bucket, v by v.
type columnGroups struct {
	ends      []uint32 // where the near ones of each v begin, and the others
	stretches []simd.Stretch
	marks     []uint8 // a byte for each near id, all of them zero between two v
}

// columnTables holds the groups of all workers in three mappings.
type columnTables struct {
	ends      hugemem.Array[uint32]
	stretches hugemem.Array[simd.Stretch]
	marks     hugemem.Array[uint8]
}

// make makes groups for so many workers, of buckets of 1<<shift v that have at most so many stretches.
func (t *columnTables) make(workers int, shift uint, most uint64) (groups []columnGroups, err error) {
	if t.ends, err = hugemem.New[uint32](workers * endsOf(shift)); err != nil {
		return nil, err
	}
	room := stretchRoom(most)
	if t.stretches, err = hugemem.New[simd.Stretch](workers * room); err != nil {
		return nil, err
	}
	if t.marks, err = hugemem.New[uint8](workers * nearIDs); err != nil {
		return nil, err
	}
	groups = make([]columnGroups, workers)
	for i := range groups {
		groups[i] = columnGroups{
			ends:      partOf(t.ends.Slice(), i, endsOf(shift))[:2<<shift+1],
			stretches: partOf(t.stretches.Slice(), i, room)[:most],
			marks:     partOf(t.marks.Slice(), i, nearIDs),
		}
	}
	return groups, nil
}

func partOf[T any](s []T, i, size int) []T { return s[i*size:][:size:size] }

// endsOf is how many ends a worker has room for: whole lines of the cache, which no other one writes to.
func endsOf(shift uint) int { return (2<<shift + 1 + 15) &^ 15 }

// stretchRoom is room for so many stretches of a worker, of whole pages where it is as large: so it has none but
// those that its buckets need.
func stretchRoom(most uint64) int {
	align := uint64(64)
	if bytes := most * uint64(stretchBytes); bytes >= hugemem.Page {
		align = hugemem.Page
	}
	align /= uint64(stretchBytes)
	return int((most + align - 1) / align * align)
}

// free gives back what the groups of a block hold. If they kept it, each worker would have pages for the largest
// of its buckets of all blocks, together more than one block has entries.
func (t *columnTables) free() {
	t.ends.Free()
	t.stretches.Free()
	t.marks.Free()
}

// of returns the stretches of a v.
func (g *columnGroups) of(v int) (near, far []simd.Stretch) {
	ends := g.ends[2*v:][:3]
	begin, middle, end := ends[0], ends[1], ends[2]
	return g.stretches[begin:middle], g.stretches[middle:end]
}

// group takes the entries of a bucket of 1<<shift v.
func (g *columnGroups) group(entries []columnEntry, shift uint) {
	ends, stretches := g.ends, g.stretches
	clear(ends)
	mask := uint32(1<<shift - 1)
	key := func(e columnEntry) uint32 { return 2*(e.length&mask) + (e.begin/nearBit ^ 1) }
	for _, e := range entries {
		ends[key(e)]++
	}
	sum := uint32(0)
	for i := range ends {
		sum, ends[i] = sum+ends[i], sum
	}
	for _, e := range entries {
		at := &ends[key(e)]
		begin := e.begin &^ nearBit
		stretches[*at] = simd.Stretch{Begin: begin, End: begin + e.length>>shift}
		*at++
	}
	copy(ends[1:], ends) // each is now where its own end
	ends[0] = 0
}
