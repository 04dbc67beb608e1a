package par

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestPlace compares with one loop over all buckets and tasks.
func TestPlace(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		buckets, tasks, workers := rng.IntN(600), rng.IntN(6), 1+rng.IntN(4)
		counts := make([][]uint64, tasks)
		for i := range counts {
			counts[i] = make([]uint64, buckets+1) // one more, which is let be
			for b := range counts[i] {
				counts[i][b] = rng.Uint64N(5)
			}
		}
		want, begins, at := make([][]uint64, tasks), []uint64{0}, uint64(0)
		for i := range counts {
			want[i] = slices.Clone(counts[i])
		}
		for b := range buckets {
			for i := range want {
				at, want[i][b] = at+want[i][b], at
			}
			begins = append(begins, at)
		}
		got, err := Place(t.Context(), workers, buckets, counts)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(got, begins) {
			t.Fatalf("buckets begin at %v, want %v", got, begins)
		}
		for i := range want {
			if !slices.Equal(counts[i], want[i]) {
				t.Fatalf("task %d begins at %v, want %v", i, counts[i], want[i])
			}
		}
	}
}
