package frontier

import (
	"encoding/binary"
	"math/big"
	"slices"
)

// tally sums the ways in which cycles were closed, by length of the cycle.
type tally struct {
	sums    [][]uint64 // words of each sum, lowest first; as many as it takes
	lengths []int      // of the sums that have words
}

// add adds v cycles of this length.
func (t *tally) add(length int, v []uint64) {
	for len(t.sums) <= length {
		t.sums = append(t.sums, nil)
	}
	sum := t.sums[length]
	if len(sum) == 0 {
		t.lengths = append(t.lengths, length)
	}
	for len(sum) < len(v) {
		sum = append(sum, 0)
	}
	if addTo(sum, v) {
		sum = append(sum, 1)
	}
	t.sums[length] = sum
}

// merge adds all of other and empties it.
func (t *tally) merge(other *tally) {
	for _, length := range other.lengths {
		t.add(length, other.sums[length])
	}
	other.reset()
}

// reset makes all sums zero.
func (t *tally) reset() {
	for _, length := range t.lengths {
		t.sums[length] = t.sums[length][:0]
	}
	t.lengths = t.lengths[:0]
}

// integers returns the sums: by length, or the one of all.
func (t *tally) integers(byLength bool) []*big.Int {
	counts := make([]*big.Int, len(t.sums))
	for length, sum := range t.sums {
		var bytes []byte
		for _, word := range slices.Backward(sum) {
			bytes = binary.BigEndian.AppendUint64(bytes, word)
		}
		counts[length] = new(big.Int).SetBytes(bytes)
	}
	if len(counts) == 0 && !byLength {
		return []*big.Int{new(big.Int)}
	}
	return counts
}
