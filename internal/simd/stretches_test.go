package simd

import (
	"math/rand/v2"
	"testing"
)

// All forms find in stretches what a map of the row finds, and leave the bitmap as it was.
func TestCountStretches(t *testing.T) {
	for _, k := range All() {
		t.Run(k.Name, func(t *testing.T) {
			random := rand.New(rand.NewPCG(18, 1))
			for range 500 {
				rows := 2 + random.IntN(2000)
				offsets, neighbors := randomRows(random, rows, []int{2, 9, 60, 300}[random.IntN(4)])
				if len(neighbors) == 0 {
					continue
				}
				v := random.IntN(rows)
				in := map[uint32]bool{}
				for _, w := range neighbors[offsets[v]:offsets[v+1]] {
					in[w] = true
				}
				stretches, want := make([]Stretch, random.IntN(9)), uint64(0)
				for i := range stretches {
					begin := random.IntN(len(neighbors) + 1)
					stretches[i] = Stretch{uint32(begin), uint32(begin + random.IntN(min(100, len(neighbors)-begin+1)))}
					for _, w := range neighbors[stretches[i].Begin:stretches[i].End] {
						if in[w] {
							want++
						}
					}
				}
				bitmap := make([]uint32, rows/32+1)
				if got := k.CountStretches(neighbors, offsets[v], offsets[v+1], stretches, bitmap); got != want {
					t.Fatalf("row of %d, %d stretches: %d, want %d", len(in), len(stretches), got, want)
				}
				if !Zero(bitmap) {
					t.Fatal("the bitmap is not as it was")
				}
			}
		})
	}
}
