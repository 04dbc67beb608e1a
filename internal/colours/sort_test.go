package colours

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestSortPairs holds the sort by digits beside one that compares.
func TestSortPairs(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 20))
	for round := range 60 {
		var pairs [][2]uint64
		for range random.IntN(5000) {
			u, v := random.Uint64(), random.Uint64()
			switch round % 4 {
			case 1:
				u, v = u>>random.IntN(64), v>>random.IntN(64) // of all lengths
			case 2:
				u, v = 1<<63|u%7<<31, v%5<<60 // few, far apart
			case 3:
				u = 3
			}
			pairs = append(pairs, [2]uint64{u, v})
		}
		want := slices.Clone(pairs)
		slices.SortFunc(want, comparePairs)
		if err := sortPairs(t.Context(), pairs); err != nil || !slices.Equal(pairs, want) {
			t.Fatalf("round %d: %d pairs are in another order, %v", round, len(pairs), err)
		}
	}
}

func BenchmarkSortPairs(b *testing.B) {
	random := rand.New(rand.NewPCG(8, 20))
	pairs := make([][2]uint64, 1<<18)
	for i := range pairs {
		pairs[i] = [2]uint64{random.Uint64N(1<<14) * 0x9e3779b97f4a7c15, random.Uint64()}
	}
	some := make([][2]uint64, len(pairs))
	for name, sort := range map[string]func() error{
		"digits":  func() error { return sortPairs(b.Context(), some) },
		"compare": func() error { slices.SortFunc(some, comparePairs); return nil },
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				copy(some, pairs)
				if err := sort(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
