package summary

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestLargest has many rows of the same value.
func TestLargest(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, most := range []int{1, 10, 3000, 100_000} {
		values := make([]float64, 20_000)
		want := make([]int, len(values))
		l := Largest[int]{Most: most}
		for i := range values {
			values[i], want[i] = float64(random.IntN(500)), i
			l.Add(i, values[i])
		}
		slices.SortStableFunc(want, func(a, b int) int { return cmp.Compare(values[b], values[a]) })
		if got := l.Sorted(); !slices.Equal(got, want[:min(most, len(want))]) {
			t.Errorf("the %d largest of %d rows are %d others", most, len(values), len(got))
		}
	}
}
