package triangle

import (
	"fmt"
	"math/bits"

	"github.com/tricycle-graph/tricycle/graph"
)

// sum is a sum of 128 bits, that of one worker.
type sum struct {
	high, low uint64
	_         [48]byte // keeps the workers' sums on lines of their own
}

func (s *sum) add(n uint64) {
	carry := uint64(0)
	s.low, carry = bits.Add64(s.low, n, 0)
	s.high += carry
}

func (s *sum) addSum(other sum) {
	s.add(other.low)
	s.high += other.high
}

// third returns a third of all sums: each triangle has three corners, and three edges.
func third(sums []sum) (uint64, error) {
	total := sum{}
	for _, s := range sums {
		total.addSum(s)
	}
	if total.high >= 3 {
		return 0, graph.ErrOverflow
	}
	triangles, rest := bits.Div64(total.high, total.low, 3)
	if rest != 0 {
		return 0, fmt.Errorf("internal error: the counts add up to %d more than three for each triangle; please report it", rest)
	}
	return triangles, nil
}
