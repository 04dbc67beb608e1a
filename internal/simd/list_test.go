package simd

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"
)

// listSlowly looks every pair up by binary search.
func listSlowly(upper, offsets []uint64, neighbors []uint32, begin, end, from, to int) (pairs []Pair, third []uint32) {
	for u := begin; u < end; u++ {
		row := neighbors[upper[u]:upper[u+1]]
		n, _ := slices.BinarySearch(row, uint32(to))
		for i, v := range row[:n] {
			if int(v) < from {
				continue
			}
			before := len(third)
			for j, w := range neighbors[offsets[v]:offsets[v+1]] {
				if _, found := slices.BinarySearch(row[:n], w); found {
					third = append(third, uint32(j))
				}
			}
			if len(third) > before {
				pairs = append(pairs, Pair{upper[u] + uint64(i), uint32(u), uint32(len(third))})
			}
		}
	}
	return pairs, third
}

// listAll goes on as often as it takes, with as little room as there may be.
func listAll(k Kernels, upper, offsets []uint64, neighbors []uint32, begin, end, from, to int, bitmap []uint32, most, room int) (pairs []Pair, third []uint32) {
	at, some, corners := uint64(0), make([]Pair, most), make([]uint32, room)
	for begin < end {
		done := k.ListRows(upper, offsets, neighbors, begin, end, from, to, at, bitmap, some, corners)
		base := uint32(len(third))
		for _, p := range some[:done.Pairs] {
			p.End += base
			pairs = append(pairs, p)
		}
		if n := done.Pairs; n > 0 {
			third = append(third, corners[:some[n-1].End]...)
		}
		begin, at = done.Row, done.Pos
	}
	return pairs, third
}

func TestListRows(t *testing.T) {
	for _, k := range All() {
		t.Run(k.Name, func(t *testing.T) {
			random := rand.New(rand.NewPCG(5, 6))
			for range 300 {
				upper, offsets, neighbors, begin, end, from, to := randomTask(random)
				rows := len(offsets) - 1
				longest := uint64(0)
				for r := range rows {
					longest = max(longest, offsets[r+1]-offsets[r])
				}
				bitmap := make([]uint32, (rows+31)/32)
				wantPairs, wantThird := listSlowly(upper, offsets, neighbors, begin, end, from, to)
				most, room := 1+random.IntN(20), int(longest)+ListSlack+random.IntN(100)
				pairs, third := listAll(k, upper, offsets, neighbors, begin, end, from, to, bitmap, most, room)
				if !slices.Equal(pairs, wantPairs) || !slices.Equal(third, wantThird) {
					t.Fatalf("rows [%d, %d) of %d from %d to %d, room for %d and %d: %v %v, want %v %v",
						begin, end, rows, from, to, most, room, pairs, third, wantPairs, wantThird)
				}
				if slices.ContainsFunc(bitmap, func(w uint32) bool { return w != 0 }) {
					t.Fatal("the bitmap is left dirty")
				}
			}
		})
	}
}

func TestCountEachHub(t *testing.T) {
	for _, k := range All() {
		t.Run(k.Name, func(t *testing.T) {
			random := rand.New(rand.NewPCG(7, 8))
			for range 200 {
				stride := 1 + random.IntN(20)
				matrix := make([]uint64, 64*stride*stride)
				for i := range matrix {
					matrix[i] = random.Uint64() & random.Uint64()
				}
				var index []uint32
				var words []uint64
				for i := range stride {
					if word := random.Uint64() & random.Uint64() & random.Uint64(); word != 0 && random.IntN(3) > 0 {
						index, words = append(index, uint32(i)), append(words, word)
					}
				}
				var want []uint32
				for i, word := range words {
					for b := range 64 {
						if word>>b&1 == 0 {
							continue
						}
						row := matrix[(64*int(index[i])+b)*stride:]
						sum := 0
						for j, at := range index {
							sum += bits.OnesCount64(row[at] & words[j])
						}
						want = append(want, uint32(sum))
					}
				}
				got := make([]uint32, len(want))
				k.CountEachHub(index, words, matrix, stride, got)
				if !slices.Equal(got, want) {
					t.Fatalf("words %d of %d: %v, want %v", len(words), stride, got, want)
				}
			}
		})
	}
}
