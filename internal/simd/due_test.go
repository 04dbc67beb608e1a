package simd

import (
	"math/rand/v2"
	"slices"
	"testing"
)

func TestDue(t *testing.T) {
	for _, k := range All() {
		t.Run(k.Name, func(t *testing.T) {
			random := rand.New(rand.NewPCG(9, 10))
			for range 300 {
				add := make([]uint32, 1+random.IntN(100))
				for i := range add {
					add[i] = random.Uint32N(20)
				}
				n := random.IntN(600)
				keys, values := make([]uint32, n), make([]uint32, n)
				limit := random.Uint32N(50)
				var want []uint32
				for i := range keys {
					keys[i], values[i] = random.Uint32N(uint32(len(add))), random.Uint32N(100)
					if random.IntN(5) == 0 {
						values[i] |= 1 << 31
					}
					if values[i] <= limit+add[keys[i]] {
						want = append(want, uint32(i))
					}
				}
				due := make([]uint32, n+ListSlack)
				if got := due[:k.Due(keys, values, add, limit, due)]; !slices.Equal(got, want) {
					t.Fatalf("%d of %d: %d, want %d", len(got), n, got, want)
				}
			}
		})
	}
}
