package graph

import "math/bits"

// tally counts records by the larger end while they are read, before the range
// of the ids is known: in bins that are fine enough for any cut into at most
// maxBuckets buckets of equal id ranges, whatever the largest id turns out to
// be. Like a floating-point number, an id keeps its leading tallyBits bits.
type tally struct {
	counts  []uint64 // by bin
	maxID   uint32
	records uint64 // without loops
	loops   uint64
	wide    uint64 // records that do not fit uint32 ids, not counted otherwise
}

const (
	tallyBits = 12 // maxBuckets is 1 << tallyBits
	tallyBins = (32 - tallyBits + 1) << tallyBits
)

// tallyBin returns the bin of an id: the id itself below 2^tallyBits, its
// length and the bits behind the leading one above.
func tallyBin(id uint32) uint32 {
	if id < 1<<tallyBits {
		return id
	}
	shift := uint32(bits.Len32(id)) - (tallyBits + 1)
	return (shift+1)<<tallyBits | id>>(shift&31)&(1<<tallyBits-1)
}

// tallyFirst returns the smallest id of a bin.
func tallyFirst(bin int) uint64 {
	scale, mantissa := bin>>tallyBits, uint64(bin&(1<<tallyBits-1))
	if scale == 0 {
		return mantissa
	}
	return (1<<tallyBits | mantissa) << (scale - 1)
}

func (t *tally) add(edges []Edge) {
	maxID := t.maxID
	for _, e := range edges {
		maxID = max(maxID, e.U, e.V)
	}
	t.maxID = maxID
	t.reach(maxID)
	loops, counts := uint64(0), t.counts
	for _, e := range edges {
		if e.U == e.V {
			loops++
			continue
		}
		counts[tallyBin(max(e.U, e.V))]++
	}
	t.loops += loops
	t.records += uint64(len(edges)) - loops
}

// reach makes room for the bins of ids up to maxID.
func (t *tally) reach(maxID uint32) {
	if bins := int(tallyBin(maxID)) + 1; bins > len(t.counts) {
		// By whole powers of two of the ids: it grows at most 21 times.
		t.counts = append(t.counts, make([]uint64, (bins+1<<tallyBits-1)>>tallyBits<<tallyBits-len(t.counts))...)
	}
}

// mergeTallies adds up what the workers counted.
func mergeTallies(parts []tally) tally {
	var sum tally
	for i := range parts {
		t := &parts[i]
		sum.wide += t.wide
		if t.counts == nil {
			continue
		}
		sum.reach(t.maxID)
		for bin, n := range t.counts {
			sum.counts[bin] += n
		}
		sum.maxID = max(sum.maxID, t.maxID)
		sum.records += t.records
		sum.loops += t.loops
	}
	return sum
}

// buckets returns where each of the buckets of 2^shift ids begins when the
// records are laid out by bucket, with the total as last entry.
func (t *tally) buckets(buckets int, shift uint) []uint64 {
	start := make([]uint64, buckets+1)
	for bin, n := range t.counts {
		if n > 0 {
			start[tallyFirst(bin)>>shift+1] += n
		}
	}
	for b := range buckets {
		start[b+1] += start[b]
	}
	return start
}
