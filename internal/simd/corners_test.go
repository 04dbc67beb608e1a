package simd

import (
	"math/rand/v2"
	"slices"
	"testing"
)

func TestCorners(t *testing.T) {
	for _, k := range All() {
		t.Run(k.Name, func(t *testing.T) {
			random := rand.New(rand.NewPCG(11, 12))
			for range 300 {
				// Rows up to 99 under numbers of 32 bits, and those of 100 and more as the edge.
				names := make([]uint32, 102)
				for r := range names {
					names[r] = random.Uint32()&^0x7f | uint32(r)
				}
				if random.IntN(2) == 0 {
					names = nil
				}
				name := func(r uint32) uint32 {
					if names == nil {
						return r
					}
					return names[r]
				}
				low, high := min(name(100), name(101)), max(name(100), name(101))
				head := make([]uint32, 1+random.IntN(90))
				for i := range head {
					head[i] = random.Uint32N(100)
				}
				third := make([]uint32, random.IntN(70))
				want := make([][3]uint32, len(third))
				for i := range third {
					third[i] = random.Uint32N(uint32(len(head)))
					want[i] = [3]uint32{low, high, name(head[third[i]])}
					slices.Sort(want[i][:])
				}
				room := len(third) + random.IntN(3)
				var columns [3][]uint32
				for i := range columns {
					columns[i] = make([]uint32, room+1)
					columns[i][len(third)] = 7
				}
				k.Corners(third, head, names, low, high, columns[0][:room], columns[1][:room], columns[2][:room])
				for i, column := range columns {
					for j := range third {
						if column[j] != want[j][i] {
							t.Fatalf("triangle %d of %d, corner %d: %d, want %v", j, len(third), i, column[j], want[j])
						}
					}
					if column[len(third)] != 7 {
						t.Fatalf("something is written behind %d triangles", len(third))
					}
				}
			}
		})
	}
}
