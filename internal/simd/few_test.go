package simd

import (
	"math/rand/v2"
	"slices"
	"testing"
)

func TestSortFew(t *testing.T) {
	for _, k := range All() {
		t.Run(k.Name, func(t *testing.T) {
			random := rand.New(rand.NewPCG(15, 16))
			for range 3000 {
				// What is beside the keys stays as it is.
				around := make([]uint32, random.IntN(FewKeys+1)+2)
				shift := random.UintN(32)
				for i := range around {
					around[i] = random.Uint32() >> shift
				}
				if random.IntN(8) == 0 {
					around[random.IntN(len(around))] = 1<<32 - 1
				}
				want := slices.Clone(around)
				slices.Sort(want[1 : len(want)-1])
				k.SortFew(around[1 : len(around)-1])
				if !slices.Equal(around, want) {
					t.Fatalf("%d keys: %v\nwant %v", len(around)-2, around, want)
				}
			}
		})
	}
}
