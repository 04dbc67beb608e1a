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
	ends      hugemem.Array[uint32] // where the near ones of each v begin, and the others
	stretches hugemem.Array[simd.Stretch]
	marks     hugemem.Array[uint8] // a byte for each near id, all of them zero between two v
}

// init makes room for the stretches of a bucket of 1<<shift v, at most so many.
func (g *columnGroups) init(shift uint, most uint64) (err error) {
	if g.ends.Slice() != nil {
		return nil
	}
	if g.ends, err = hugemem.New[uint32](2<<shift + 1); err != nil {
		return err
	}
	if g.marks, err = hugemem.New[uint8](nearIDs); err != nil {
		return err
	}
	g.stretches, err = hugemem.New[simd.Stretch](int(most))
	return err
}

// freeGroups gives back what the groups of a block hold. If they kept it, each worker would have pages for the largest
// of its buckets of all blocks, together more than one block has entries.
func freeGroups(groups []columnGroups) {
	for i := range groups {
		groups[i].ends.Free()
		groups[i].marks.Free()
		groups[i].stretches.Free()
	}
}

// of returns the stretches of a v.
func (g *columnGroups) of(v int) (near, far []simd.Stretch) {
	ends := g.ends.Slice()[2*v:][:3]
	begin, middle, end := ends[0], ends[1], ends[2]
	stretches := g.stretches.Slice()
	return stretches[begin:middle], stretches[middle:end]
}

// group takes the entries of a bucket of 1<<shift v.
func (g *columnGroups) group(entries []columnEntry, shift uint) {
	ends, stretches := g.ends.Slice(), g.stretches.Slice()
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
