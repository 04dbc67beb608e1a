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
	stretches hugemem.Array[simd.Stretch]
	marks     []uint8 // of near ids
}

// init makes room for the stretches of a bucket of 1<<shift v, at most so many.
func (g *columnGroups) init(shift uint, most uint64) (err error) {
	if g.ends == nil {
		g.ends = make([]uint32, 2<<shift+1)
	}
	if g.stretches.Slice() == nil {
		g.stretches, err = hugemem.New[simd.Stretch](int(most))
	}
	return err
}

// freeStretches gives back what the stretches of a block have touched: those of the next block are others', and
// a worker that had a large bucket has small ones there.
func freeStretches(groups []columnGroups) {
	for i := range groups {
		groups[i].stretches.Free()
	}
}

// nearMarks returns a byte for each near id, all of them zero.
func (g *columnGroups) nearMarks() []uint8 {
	if g.marks == nil {
		g.marks = make([]uint8, nearIDs)
	}
	return g.marks
}

// of returns the stretches of a v.
func (g *columnGroups) of(v int) (near, far []simd.Stretch) {
	begin, middle, end := g.ends[2*v], g.ends[2*v+1], g.ends[2*v+2]
	stretches := g.stretches.Slice()
	return stretches[begin:middle], stretches[middle:end]
}

// group takes the entries of a bucket of 1<<shift v.
func (g *columnGroups) group(entries []columnEntry, shift uint) {
	clear(g.ends)
	stretches := g.stretches.Slice()
	mask := uint32(1<<shift - 1)
	key := func(e columnEntry) uint32 { return 2*(e.length&mask) + (e.begin/nearBit ^ 1) }
	for _, e := range entries {
		g.ends[key(e)]++
	}
	sum := uint32(0)
	for i := range g.ends {
		sum, g.ends[i] = sum+g.ends[i], sum
	}
	for _, e := range entries {
		at := &g.ends[key(e)]
		begin := e.begin &^ nearBit
		stretches[*at] = simd.Stretch{Begin: begin, End: begin + e.length>>shift}
		*at++
	}
	copy(g.ends[1:], g.ends) // each is now where its own end
	g.ends[0] = 0
}
