package lists

import (
	"math/bits"

	"github.com/tricycle-graph/tricycle/graph"
)

// spread counts records by the larger end while they are read, before the range
// of the ids is known: in bins of equal ranges that double whenever an id
// passes the last one. They stay fine enough for any cut of the final range
// into at most maxBuckets buckets.
type spread struct {
	counts  []uint64 // by id >> shift
	shift   uint
	maxID   uint32
	records uint64 // without loops
	loops   uint64
	wide    uint64 // records that do not fit uint32 ids, not counted otherwise
}

// tallyBins is twice the buckets: when the bins have just doubled, half of them
// hold the range seen so far.
const tallyBins = 2 * maxBuckets

func (t *spread) add(edges []graph.Edge) {
	t.reach(t.maxID)
	counts, shift := (*[tallyBins]uint64)(t.counts), t.shift&31
	maxID, loops := t.maxID, uint64(0)
	for _, e := range edges {
		high := max(e.U, e.V)
		maxID = max(maxID, high)
		if high>>shift >= tallyBins {
			t.reach(high)
			shift = t.shift & 31
		}
		if e.U == e.V {
			loops++
			continue
		}
		counts[high>>shift&(tallyBins-1)]++
	}
	t.maxID = maxID
	t.loops += loops
	t.records += uint64(len(edges)) - loops
}

// reach widens the bins until they hold ids up to maxID.
func (t *spread) reach(maxID uint32) {
	if t.counts == nil {
		t.counts = make([]uint64, tallyBins)
	}
	t.maxID = max(t.maxID, maxID)
	t.widen(uint(max(bits.Len32(t.maxID)-bits.Len(tallyBins-1), 0)))
}

// widen merges bins until each holds 2^shift ids.
func (t *spread) widen(shift uint) {
	for ; t.shift < shift; t.shift++ {
		for bin := range tallyBins / 2 {
			t.counts[bin] = t.counts[2*bin] + t.counts[2*bin+1]
		}
		clear(t.counts[tallyBins/2:])
	}
}

// mergeSpreads adds up what the workers counted, in the bins of the first one.
func mergeSpreads(parts []spread) spread {
	var sum spread
	maxID := uint32(0)
	for i := range parts {
		maxID = max(maxID, parts[i].maxID)
	}
	for i := range parts {
		t := &parts[i]
		sum.wide += t.wide
		if t.counts == nil {
			continue
		}
		t.reach(maxID)
		if sum.counts == nil {
			sum.counts, sum.shift = t.counts, t.shift
		} else {
			for bin, n := range t.counts {
				sum.counts[bin] += n
			}
		}
		sum.records += t.records
		sum.loops += t.loops
	}
	sum.reach(maxID)
	return sum
}

// buckets returns where each of the buckets of 2^shift ids begins when the
// records are laid out by bucket, with the total as last entry. A bucket must
// hold whole bins.
func (t *spread) buckets(buckets int, shift uint) []uint64 {
	start := make([]uint64, buckets+1)
	for bin, n := range t.counts {
		if n > 0 {
			start[uint64(bin)<<t.shift>>shift+1] += n
		}
	}
	for b := range buckets {
		start[b+1] += start[b]
	}
	return start
}
