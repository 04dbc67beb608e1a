package simd

import (
	"math/rand/v2"
	"slices"
	"testing"
)

func TestCounted(t *testing.T) {
	for _, k := range All() {
		t.Run(k.Name, func(t *testing.T) {
			random := rand.New(rand.NewPCG(13, 14))
			for range 150 {
				n := random.IntN(600)
				keys, counts := make([]uint32, n), make([]uint32, n)
				var wantKeys, wantCounts []uint32
				for i := range keys {
					keys[i] = random.Uint32()
					if random.IntN(2) > 0 {
						counts[i] = random.Uint32() >> random.IntN(32)
					}
					if counts[i] > 0 {
						wantKeys, wantCounts = append(wantKeys, keys[i]), append(wantCounts, counts[i])
					}
				}
				toKeys, toCounts := make([]uint32, n+ListSlack), make([]uint32, n+ListSlack)
				kept := k.Counted(keys, counts, toKeys, toCounts)
				if !slices.Equal(toKeys[:kept], wantKeys) || !slices.Equal(toCounts[:kept], wantCounts) {
					t.Fatalf("%d of %d: %d %d, want %d %d", kept, n, toKeys[:kept], toCounts[:kept], wantKeys, wantCounts)
				}
			}
		})
	}
}
