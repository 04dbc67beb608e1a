package lists

import (
	"math"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/simd"
)

// lookStop is how many records are looked at one by one where many at once have to stop: one
// of these is of a kind that they cannot take.
const lookStop = 8

// leastLookRate is the least rate of a sample with which few records stop a look.
const leastLookRate = 6

// fingerprints sums the fingerprints of records.
func fingerprints(k *simd.Kernels, edges []graph.Edge) uint64 {
	print := uint64(0)
	for len(edges) > 0 {
		if k.Looks {
			done, sum := k.Look(edges, math.MaxUint32, 0)
			print += sum
			edges = edges[done:]
		}
		few := edges[:min(len(edges), lookStop)]
		edges = edges[len(few):]
		for _, e := range few {
			print += fingerprint(uint64(e.U), uint64(e.V))
		}
	}
	return print
}

// looks reports whether a worker's records are looked at many at a time: where few enough of
// them are kept in the sample.
func (t *tally) looks(lane *tallyLane) bool {
	return t.kernels.Looks && lane.sample.rate >= leastLookRate
}

// countMany is count for records of which none is kept in the sample, and returns how many
// these are, or less. It counts none where they are as soon looked at one by one.
func (t *tally) countMany(lane *tallyLane, edges []graph.Edge) (int, error) {
	if !t.looks(lane) {
		return 0, nil
	}
	counts := lane.counts.Slice()
	done, sum := t.kernels.Look(edges, uint32(min(len(counts), math.MaxUint32)), lane.sample.limit())
	lane.print += sum
	for _, e := range edges[:done] {
		atU := counts[e.U] + 1
		counts[e.U] = atU
		atV := counts[e.V] + 1
		counts[e.V] = atV
		if atU == 0 {
			if err := t.countMore(lane, e.U, 1<<8); err != nil {
				return 0, err
			}
		}
		if atV == 0 {
			if err := t.countMore(lane, e.V, 1<<8); err != nil {
				return 0, err
			}
		}
	}
	return done, nil
}
