package simd

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// All forms find in stretches what a map of the row finds, and leave the bitmap as it was.
func TestCountStretches(t *testing.T) {
	for _, k := range All() {
		t.Run(k.Name, func(t *testing.T) {
			random := rand.New(rand.NewPCG(18, 1))
			for range fewer(500) {
				rows := 2 + random.IntN(2000)
				offsets, neighbors := randomRows(random, rows, []int{2, 9, 60, 300}[random.IntN(4)])
				if len(neighbors) == 0 {
					continue
				}
				v, from := random.IntN(rows), offsets[random.IntN(rows)]
				if int(from) == len(neighbors) {
					from = 0
				}
				in := map[uint32]bool{}
				for _, w := range neighbors[offsets[v]:offsets[v+1]] {
					in[w] = true
				}
				stretches, want := make([]Stretch, random.IntN(9)), uint64(0)
				for i := range stretches {
					begin := random.IntN(len(neighbors) - int(from) + 1)
					stretches[i] = Stretch{uint32(begin), uint32(begin + random.IntN(min(100, len(neighbors)-int(from)-begin+1)))}
					for _, w := range neighbors[from:][stretches[i].Begin:stretches[i].End] {
						if in[w] {
							want++
						}
					}
				}
				bitmap := make([]uint32, rows/32+1)
				if got := k.CountStretches(neighbors, offsets[v], offsets[v+1], from, stretches, bitmap); got != want {
					t.Fatalf("row of %d, %d stretches: %d, want %d", len(in), len(stretches), got, want)
				}
				if !Zero(bitmap) {
					t.Fatal("the bitmap is not as it was")
				}
			}
		})
	}
}

// All forms find in stretches of near entries what a map of the row finds, and leave the marks as
// they were.
func TestCountNear(t *testing.T) {
	for _, k := range All() {
		t.Run(k.Name, func(t *testing.T) {
			random := rand.New(rand.NewPCG(18, 5))
			for range fewer(500) {
				rows := 2 + random.IntN(2000)
				offsets, neighbors := randomRows(random, rows, []int{2, 9, 60, 300}[random.IntN(4)])
				behind := random.IntN(1<<16 - rows + 1) // of the ids that are looked up
				if random.IntN(2) == 0 {
					behind = 1<<16 - rows
				}
				for i := range neighbors {
					neighbors[i] += uint32(behind)
				}
				v, near, in := random.IntN(rows), make([]uint16, 1+random.IntN(2000)), map[uint16]bool{}
				for _, w := range neighbors[offsets[v]:offsets[v+1]] {
					in[uint16(w)] = true
				}
				for i := range near {
					near[i] = uint16(behind + random.IntN(rows))
				}
				marks := make([]uint8, 1<<16)
				stretches, want := make([]Stretch, random.IntN(20)), uint64(0)
				for i := range stretches {
					begin := random.IntN(len(near))
					stretches[i] = Stretch{uint32(begin), uint32(begin + random.IntN(min(100, len(near)-begin+1)))}
					for _, w := range near[stretches[i].Begin:stretches[i].End] {
						if in[w] {
							want++
						}
					}
				}
				if got := k.CountNear(neighbors, offsets[v], offsets[v+1], near, stretches, marks); got != want {
					t.Fatalf("row of %d, %d stretches: %d, want %d", len(in), len(stretches), got, want)
				}
				if slices.Max(marks) != 0 {
					t.Fatal("the marks are not as they were")
				}
			}
		})
	}
}
