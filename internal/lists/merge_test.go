package lists

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// Words are sorted, each once, however many ascending runs they are.
func TestSortWords(t *testing.T) {
	for seed := range uint64(200) {
		random := rand.New(rand.NewPCG(seed, 16))
		var words []uint64
		for range random.IntN(2 * mostAscents) {
			var run []uint64
			for range random.IntN(50) {
				run = append(run, random.Uint64N(200))
			}
			slices.Sort(run)
			words = append(words, run...)
		}
		want := slices.Clone(words)
		slices.Sort(want)
		want = slices.Compact(want)
		got, err := SortWords(t.Context(), words, make([]uint64, len(words)))
		if err != nil || !slices.Equal(got, want) {
			t.Fatalf("seed %d: %d, want %d, %v", seed, got, want, err)
		}
	}
}
