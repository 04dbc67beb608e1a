package lists

import (
	"math"
	"math/bits"
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
	slabChunk     = 512
	mostSlabChunk = 64 << 10
	// narrowBuckets is how many buckets there may be for the sake of narrow keys,
	// where the memory has no limit.
	narrowBuckets = 1 << 10
	usualChunk    = 256 << 10
	// mostMapped bounds the chunks that lie in memory: each may be a mapping, of
	// which a process has 65530.
	mostMapped = 1 << 15
)

// shape says how a build uses its memory.
type shape struct {
	target  uint64 // records of a bucket at most, counted at both ends; single rows apart
	chunk   int    // bytes of a chunk
	narrow  uint64 // buckets that there may be where keys then take 32 bits
	sorters int    // workers that sort at once
	keep    int64  // bytes that chunks may take in memory
}

// shapeOf returns the shape of a build of so many ids, all of them rows for all one
// knows, and records. It reports false where it does not fit the memory.
func shapeOf(memory int64, workers int, ids, records uint64) (shape, bool) {
	ends := 2 * records
	s := shape{target: max(ends/sharedTarget, leastTarget), chunk: usualChunk, sorters: workers, keep: math.MaxInt64 / 2}
	// No more than a lane is likely to be filled with.
	lanes := uint64(workers) * s.buckets(records)
	if memory <= 0 {
		// Cut from slabs, of which the ends of chunks that are not filled are lost.
		s.chunk = int(min(max((records/2/lanes+511)&^511, slabChunk), mostSlabChunk))
		s.narrow = narrowBuckets
		return s, true
	}
	free := memory - fixedBytes(workers)
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
		s.keep = max(min(spilling-lanes*int64(s.chunk), sorting-s.sorting()), 0)
		return s, true
	}
	return s, false
}

// sorting returns what the workers hold that sort buckets, single rows apart.
func (s shape) sorting() int64 { return int64(s.sorters) * int64(s.target) * sortBytes }

// buckets returns how many buckets there are at most: two neighbours hold more
// ends than the target, or end at a power of two.
func (s shape) buckets(records uint64) uint64 { return 2*(2*records/s.target) + 2*32 }

// bins returns bins of so many rows, so fine that none, but for single ranks, has
// more records than the target: where masses fall, one that begins at rank r is at
// most the r-th part of all ends. In another order, as in that of the ids, they may have
// more.
func (s shape) bins(records uint64, rows int, uneven bool) bins {
	least := uint(max(bits.Len64(2*records/s.target), 9))
	if uneven {
		least = min(least+2, mostBins)
	}
	return binsOf(least, rows, uneven)
}
