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
				if random.IntN(3) == 0 {
					head = nil
				}
				third := make([]uint32, random.IntN(70))
				want := make([][3]uint32, len(third))
				for i := range third {
					third[i] = random.Uint32N(100)
					row := third[i]
					if head != nil {
						third[i] %= uint32(len(head))
						row = head[third[i]]
					}
					want[i] = [3]uint32{low, high, name(row)}
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

func TestListBits(t *testing.T) {
	for _, k := range All() {
		t.Run(k.Name, func(t *testing.T) {
			random := rand.New(rand.NewPCG(13, 14))
			for range 12 {
				stride := LineWords * (1 + random.IntN(MostListBits/64/LineWords))
				matrix, set := make([]uint64, 64*stride*stride), make([]uint64, stride)
				dense := random.IntN(2) == 0
				var hubs []uint32
				for h := range uint32(64 * stride) {
					if dense && random.IntN(8) > 0 || random.IntN(100) == 0 {
						hubs = append(hubs, h)
						set[h>>6] |= 1 << (h & 63)
					}
				}
				var want [][]uint32
				for _, h := range hubs {
					row, found := matrix[int(h)*stride:][:stride], []uint32{}
					for i := range h>>6 + 1 {
						row[i] = random.Uint64() | random.Uint64()
					}
					row[h>>6] &= 1<<(h&63) - 1
					for _, w := range hubs {
						if row[w>>6]>>(w&63)&1 != 0 {
							found = append(found, w)
						}
					}
					want = append(want, found)
				}
				room := len(hubs) + ListSlack + random.IntN(500)
				third, ends := make([]uint32, room), make([]uint32, len(hubs))
				for at := 0; at < len(hubs); {
					next := k.ListBits(set, hubs, at, matrix, third, ends)
					if next == at {
						t.Fatalf("no hub of %d after %d, room for %d", len(hubs), at, room)
					}
					for begin := uint32(0); at < next; at++ {
						if got := third[begin:ends[at]]; !slices.Equal(got, want[at]) {
							t.Fatalf("hub %d of %d words: %d, want %d", hubs[at], stride, got, want[at])
						}
						begin = ends[at]
					}
				}
			}
		})
	}
}
