package simd

import (
	"math/rand/v2"
	"slices"
	"testing"
)

func TestAddShared(t *testing.T) {
	for _, k := range All() {
		t.Run(k.Name, func(t *testing.T) {
			random := rand.New(rand.NewPCG(15, 16))
			for range 150 {
				words := 1 + random.IntN(40)
				sums, want := make([]uint16, 64*words), make([]uint16, 64*words)
				for i := range sums {
					sums[i] = uint16(random.IntN(60000))
					want[i] = sums[i]
				}
				n := random.IntN(300)
				found, shared := make([]uint32, n), make([]uint64, n)
				for i := range found {
					found[i], shared[i] = random.Uint32N(uint32(words)), random.Uint64()&random.Uint64()
					for bit := range 64 {
						want[int(found[i])*64+bit] += uint16(shared[i] >> bit & 1)
					}
				}
				if k.AddShared(found, shared, sums); !slices.Equal(sums, want) {
					t.Fatalf("%d words of %d: %d, want %d", n, words, sums, want)
				}
			}
		})
	}
}
