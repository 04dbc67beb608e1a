package lists

import (
	"math"
	"math/bits"
	"sort"

	"github.com/tricycle-graph/tricycle/graph"
)

// What the external build holds beside arrays over the vertices and the chunks
// that it keeps in memory.
const (
	// processBytes is the process itself and what grows with nothing.
	processBytes = 40 << 20
	// workerBytes is what a worker reads into.
	workerBytes = 4 << 20
	// sortBytes is what a worker holds for each record of a bucket: its key twice,
	// and its edge, with the row's length, twice.
	sortBytes = 32
	// rankBytes is what an id takes while it is ranked: its records, its rank, and
	// the records of that.
	rankBytes = 12
)

const (
	// leastTarget is the least number of records that buckets are made for.
	leastTarget = 1 << 16
	// sharedTarget is what part of all ends a bucket takes where memory allows.
	sharedTarget = 256
	// mostBuckets is how many targets there may be in all ends: buckets have
	// numbers of 16 bits.
	mostBuckets = 1 << 14
	// mostBins are the bits of the number of a bin.
	mostBins   = 14
	leastChunk = 16 << 10
	// Chunks that are cut from slabs.
	slabChunk     = 4 << 10
	mostSlabChunk = 64 << 10
	// narrowBuckets is how many buckets there may be for the sake of narrow keys,
	// where the memory has no limit.
	narrowBuckets = 1 << 10
	usualChunk    = 256 << 10
	// mostMapped bounds the chunks that lie in memory: each may be a mapping, of
	// which a process has 65530.
	mostMapped = 1 << 15
)

// spillFixed returns what so many workers hold at least.
func spillFixed(workers int) int64 { return processBytes + int64(workers)*workerBytes }

// spillShape says how an external build uses its memory.
type spillShape struct {
	target  uint64 // records of a bucket at most, counted at both ends; single rows apart
	chunk   int    // bytes of a chunk
	narrow  uint64 // buckets that there may be where keys then take 32 bits
	sorters int    // workers that sort at once
	keep    int64  // bytes that chunks may take in memory
}

// shapeSpill shapes the build of so many ids, all of them rows for all one knows,
// and records. It reports false where it does not fit the memory.
func shapeSpill(memory int64, workers int, ids, records uint64) (spillShape, bool) {
	ends := 2 * records
	s := spillShape{target: max(ends/sharedTarget, leastTarget), chunk: usualChunk, sorters: workers, keep: math.MaxInt64 / 2}
	// No more than a lane is likely to be filled with.
	lanes := uint64(workers) * s.buckets(records)
	if memory <= 0 {
		// Cut from slabs, of which the ends of chunks that are not filled are lost.
		s.chunk = int(min(max((records/2/lanes+4095)&^4095, slabChunk), mostSlabChunk))
		s.narrow = narrowBuckets
		return s, true
	}
	free := memory - spillFixed(workers)
	if free < rankBytes*int64(ids) {
		return s, false
	}
	most := max(usualChunk, int(memory/mostMapped+4095)&^4095)
	sorting, spilling := free-4*int64(ids), free-8*int64(ids)
	for ; s.sorters > 0; s.sorters /= 2 {
		largest := uint64(sorting) / sortBytes / uint64(s.sorters)
		s.target = min(max(ends/sharedTarget, leastTarget), max(largest/2, leastTarget))
		// Larger buckets are fewer: so the lanes fit.
		for s.target < largest && int64(workers)*int64(s.buckets(records))*leastChunk > spilling {
			s.target = min(2*s.target, largest)
		}
		lanes := int64(workers) * int64(s.buckets(records))
		if s.target > largest || ends/s.target > mostBuckets || lanes*leastChunk > spilling {
			continue
		}
		usual := min(max(int((8*int64(records)/lanes+4095)&^4095), leastChunk), most)
		s.chunk = max(min(usual, int(spilling/4/lanes)&^4095), leastChunk)
		s.keep = max(min(spilling-lanes*int64(s.chunk), sorting-int64(s.sorters)*int64(s.target)*sortBytes), 0)
		return s, true
	}
	return s, false
}

// buckets returns how many buckets there are at most: two neighbours hold more
// ends than the target, or end at a power of two.
func (s spillShape) buckets(records uint64) uint64 { return 2*(2*records/s.target) + 2*32 }

// bins returns bins of so many rows, so fine that none, but for single ranks, has
// more records than the target: where masses fall, one that begins at rank r is at
// most the r-th part of all ends. In the order of the ids they may have more.
func (s spillShape) bins(records uint64, rows int, byID bool) bins {
	least := uint(max(bits.Len64(2*records/s.target), 9))
	if byID {
		least = min(least+2, mostBins)
	}
	return binsOf(least, rows, byID)
}

// leastSpill returns the least memory with which a build can be shaped.
func leastSpill(workers int, ids, records uint64) int64 {
	const step = 1 << 20
	return step * int64(sort.Search(1<<43, func(n int) bool {
		_, ok := shapeSpill(step*int64(n+1), workers, ids, records)
		return ok
	})+1)
}

// LeastMemory returns the least memory with which [Spill] and Build surely do for
// so many records, whose ids are below a bound, and so many of them distinct: in
// arrays over all ids, or in tables of the distinct ones.
func LeastMemory(threads int, records, bound, distinct uint64) int64 {
	// In tables, beside which the ranks are made: those are as large as arrays over
	// more ids would be.
	tables := tableBytes(distinct)
	least := max(leastSpill(threads, idsOfTables(tables, distinct), records), spillFixed(threads)+2*tables)
	if bound <= DenseBound(records) {
		least = min(least, max(leastSpill(threads, bound, records), spillFixed(threads)+tallyBytes(bound, threads)*3/2+1))
	}
	return least
}

// idsOfTables returns how many ids would take in arrays what these take in tables
// of so many bytes: while records are mapped, and while ranks are made.
func idsOfTables(held int64, ids uint64) uint64 {
	n := int64(ids)
	return uint64(max((held+4*n)/8, (held+24*n)/rankBytes))
}

// keyBytes is the most that a key takes on the disk, for ids below a bound and
// buckets of a target.
func keyBytes(ids, target uint64) int64 {
	// The row in a bucket, the smaller end, and the direction. Every row of a
	// bucket has a record, at one of its ends.
	row := bits.Len64(min(target, ids))
	return int64(min((bits.Len64(ids)+row+1+7)/8, 8))
}

// SpillBytes returns what [Spill] and Build need for a source, as far as its
// header tells: the least memory with which they can do, and with as much memory
// as is given (0 for no limit) the most bytes that they write to the disk, where
// ids have 32 bits. Where the vertices are not declared, inMemory grows by 12
// bytes for each, and onDisk by as much where memory is short. Where the records
// are not known, neither are these.
func SpillBytes(info graph.Info, memory int64, threads int) (inMemory, onDisk graph.Size) {
	if !info.Records.Known() {
		return graph.Size{}, graph.Size{}
	}
	// A header may declare anything: what no disk holds is refused all the same.
	const most = 1 << 50
	records := min(uint64(info.Records.Get()), most)
	ids := min(uint64(info.Vertices.Get()), DenseBound(records)) // more than that are not in arrays
	inMemory = graph.Known(LeastMemory(threads, records, ids, min(ids, 2*records)))
	bound := ids
	if !info.Vertices.Known() {
		bound = DenseBound(records)
	}
	shape, ok := shapeSpill(memory, threads, ids, records)
	if !ok {
		shape = spillShape{target: bound}
	}
	each := keyBytes(bound, shape.target)
	if !info.Direct {
		each += 8
	}
	return inMemory, graph.Known(max(each*int64(records)-shape.keep, 0))
}
