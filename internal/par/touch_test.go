package par

import (
	"slices"
	"testing"
)

func TestTouchLeavesZeros(t *testing.T) {
	for _, n := range []int{0, 1, 1000, 5 << 18} {
		zeros := make([]uint32, n)
		if err := Touch(t.Context(), 3, zeros); err != nil || slices.Max(append(zeros, 0)) != 0 {
			t.Errorf("%d: %v", n, err)
		}
	}
}
