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
			for range 300 {
				stride := LineWords * (1 + random.IntN(5))
				matrix := make([]uint64, 64*stride*stride)
				for i := range matrix {
					matrix[i] = random.Uint64() & random.Uint64()
				}
				set := make([]uint64, stride)
				var lines []uint32
				var words []uint64
				for at := 0; at < stride; at += LineWords {
					if random.IntN(3) == 0 {
						continue
					}
					for i := range LineWords {
						set[at+i] = random.Uint64() & random.Uint64()
					}
					lines, words = append(lines, uint32(8*at)), append(words, set[at:at+LineWords]...)
				}
				var hubs, want []uint32
				for range random.IntN(20) + random.IntN(2)*random.IntN(600) {
					h := random.IntN(64 * stride)
					sum := len(hubs)
					for i, word := range matrix[h*stride:][:stride] {
						sum += bits.OnesCount64(word & set[i])
					}
					hubs, want = append(hubs, uint32(h)), append(want, uint32(sum))
				}
				got := make([]uint32, len(want))
				for i := range got {
					got[i] = uint32(i)
				}
				k.CountEachHub(hubs, lines, words, matrix, stride, got)
				if !slices.Equal(got, want) {
					t.Fatalf("%d hubs, lines %d of %d words: %v, want %v", len(hubs), lines, stride, got, want)
				}
			}
		})
	}
}

func TestListShared(t *testing.T) {
	for _, k := range All() {
		t.Run(k.Name, func(t *testing.T) {
			random := rand.New(rand.NewPCG(9, 10))
			for range 300 {
				row := make([]uint64, 1+random.IntN(60))
				for i := range row {
					row[i] = random.Uint64() & random.Uint64() & random.Uint64()
				}
				var runs []Run
				var index, wantFound []uint32
				var words, wantShared []uint64
				for range random.IntN(40) {
					begin := uint32(len(words))
					for at := range row {
						if random.IntN(3) == 0 {
							index, words = append(index, uint32(at)), append(words, random.Uint64()|1)
						}
					}
					run := Run{begin, uint32(len(words))}
					if run.Begin == run.End {
						continue
					}
					run.End -= uint32(random.IntN(int(run.End - run.Begin)))
					runs = append(runs, run)
					for i := run.Begin; i < run.End; i++ {
						if x := words[i] & row[index[i]]; x != 0 {
							wantFound, wantShared = append(wantFound, index[i]), append(wantShared, x)
						}
					}
				}
				room := len(row) + SharedSlack + 1 + random.IntN(50)
				found, shared := make([]uint32, room), make([]uint64, room)
				var gotFound []uint32
				var gotShared []uint64
				for len(runs) > 0 {
					done, listed := k.ListShared(runs, index, words, row, found, shared)
					gotFound, gotShared = append(gotFound, found[:listed]...), append(gotShared, shared[:listed]...)
					runs = runs[done:]
				}
				if !slices.Equal(gotFound, wantFound) || !slices.Equal(gotShared, wantShared) {
					t.Fatalf("%d words: %v %x, want %v %x", len(row), gotFound, gotShared, wantFound, wantShared)
				}
			}
		})
	}
}
