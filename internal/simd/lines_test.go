package simd

import (
	"math/bits"
	"math/rand/v2"
	"testing"
)

// TestCountLines ANDs sets with rows of all lengths, bit by bit beside it.
func TestCountLines(t *testing.T) {
	for _, k := range All() {
		t.Run(k.Name, func(t *testing.T) {
			random := rand.New(rand.NewPCG(7, 20))
			for range 300 {
				n := random.IntN(30)
				bounds := make([]uint32, 2*n+2)
				for i := range bounds[1:] {
					bounds[i+1] = bounds[i] + random.Uint32N(6)
				}
				matrix := make([]uint64, LineWords*int(bounds[len(bounds)-1]))
				for i := range matrix {
					matrix[i] = random.Uint64()
				}
				var lines []uint32
				for at := range uint32(8) {
					if random.IntN(2) == 0 {
						lines = append(lines, at)
					}
				}
				set := make([]uint64, LineWords*len(lines))
				for i := range set {
					set[i] = random.Uint64()
				}
				half := random.IntN(2)
				var rows []uint32
				want := uint64(0)
				for r := range uint32(n) {
					if random.IntN(3) == 0 {
						continue
					}
					rows = append(rows, r)
					begin, end := bounds[2*int(r)+half], bounds[2*int(r)+half+1]
					for i, at := range lines {
						for k := 0; at < end-begin && k < LineWords; k++ {
							want += uint64(bits.OnesCount64(set[LineWords*i+k] & matrix[LineWords*int(begin+at)+k]))
						}
					}
				}
				if got := k.CountLines(rows, bounds[half:], lines, set, matrix); got != want {
					t.Fatalf("%d rows with a set of %d lines share %d bits, not %d", len(rows), len(lines), got, want)
				}
			}
		})
	}
}
