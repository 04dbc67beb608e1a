package partition

import (
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/tricycle-graph/tricycle/internal/objectfs"
)

// TestSums adds at random, and reads what was added.
func TestSums(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 3 {
		pieces := []Piece{{Range{0, 1000}, []uint64{0, 70_000}}, {Range{1000, 3000}, []uint64{300_000, 65_536}}}
		cuts := []Range{{0, 400}, {400, 3000}}
		s, err := OpenStore(3000, cuts, pieces, new(objectfs.Memory), "")
		if err != nil {
			t.Fatal(err)
		}
		g := Grid{Rows: []Range{{0, 1000}, {1000, 3000}}, Columns: cuts}
		folder := t.TempDir()
		sums := NewSums(s, g, folder)
		want := map[[2]int][]uint32{}
		for range 20 {
			i, k := random.IntN(2), random.IntN(2)
			all := int(pieces[i].Edges[k])
			if want[[2]int{i, k}] == nil {
				want[[2]int{i, k}] = make([]uint32, all)
			}
			first := random.IntN(all + 1)
			more := make([]uint32, random.IntN(all-first+1))
			for range random.IntN(3) {
				for e := range more {
					if random.IntN(1000) == 0 {
						more[e]++
						want[[2]int{i, k}][first+e]++
					}
				}
			}
			if err := sums.Add(t.Context(), i, k, uint64(first), more, 2); err != nil {
				t.Fatal(err)
			}
		}
		for block, want := range want {
			got := make([]uint32, len(want))
			if err := sums.Read(t.Context(), block[0], block[1], got, 3); err != nil || !slices.Equal(got, want) {
				t.Errorf("block %v: other sums, %v", block, err)
			}
			few := got[:len(got)/2]
			clear(few)
			if err := sums.Read(t.Context(), block[0], block[1], few, 1); err != nil || !slices.Equal(few, want[:len(few)]) {
				t.Errorf("the first of block %v: other sums, %v", block, err)
			}
		}
		if err := sums.Add(t.Context(), 0, 1, 0, []uint32{1<<32 - 1}, 1); err != nil && want[[2]int{0, 1}] == nil {
			t.Error(err)
		}
		if err := sums.Add(t.Context(), 0, 1, 0, []uint32{1}, 1); err == nil {
			t.Error("2^32 triangles at an edge")
		}
		if err := sums.Close(); err != nil {
			t.Fatal(err)
		}
		if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
			t.Errorf("%v is left, %v", left, err)
		}
	}
}
