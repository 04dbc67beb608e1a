package simd

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"
)

// randomRows draws oriented lists: row r holds distinct smaller numbers.
func randomRows(random *rand.Rand, rows, longest int) (offsets []uint64, neighbors []uint32) {
	offsets = make([]uint64, rows+1)
	for r := range rows {
		length := random.IntN(min(r, longest) + 1)
		var row []uint32
		for range length {
			w := random.IntN(r)
			if random.IntN(2) == 0 {
				w = random.IntN(min(r, 40)) // hubs
			}
			row = append(row, uint32(w))
		}
		slices.Sort(row)
		neighbors = append(neighbors, slices.Compact(row)...)
		offsets[r+1] = uint64(len(neighbors))
	}
	return offsets, neighbors
}

// fewer is graphtest.Fewer, which is built of this package.
func fewer(n int) int {
	if testing.Short() {
		return (n + 3) / 4
	}
	return n
}

// countRowsSlowly looks every pair up by binary search.
func countRowsSlowly(upper, offsets []uint64, neighbors []uint32, begin, end, from, to int) uint64 {
	count := uint64(0)
	for u := begin; u < end; u++ {
		row := neighbors[upper[u]:upper[u+1]]
		for _, v := range row {
			if int(v) < from || int(v) >= to {
				continue
			}
			for _, w := range neighbors[offsets[v]:offsets[v+1]] {
				if _, found := slices.BinarySearch(row, w); found {
					count++
				}
			}
		}
	}
	return count
}

// randomTask draws what CountRows is asked.
func randomTask(random *rand.Rand) (upper, offsets []uint64, neighbors []uint32, begin, end, from, to int) {
	rows := 1 + random.IntN(400)
	offsets, neighbors = randomRows(random, rows, []int{2, 4, 9, 17, 60, 300}[random.IntN(6)])
	begin = random.IntN(rows + 1)
	end = begin + random.IntN(rows+1-begin)
	from, to = 0, rows
	if random.IntN(2) == 0 {
		from = random.IntN(rows + 1)
	}
	if random.IntN(2) == 0 {
		to = random.IntN(rows + 1)
	}
	upper = offsets
	if random.IntN(2) == 0 {
		// The upper rows are others, behind those that v's rows are of.
		lists, more := randomRows(random, rows, 60)
		upper = make([]uint64, rows+1)
		for i, at := range lists {
			upper[i] = uint64(len(neighbors)) + at
		}
		neighbors = append(neighbors, more...)
	}
	return upper, offsets, neighbors, begin, end, from, to
}

func TestCountRows(t *testing.T) {
	for _, k := range All() {
		t.Run(k.Name, func(t *testing.T) {
			random := rand.New(rand.NewPCG(1, 1))
			for range 300 {
				upper, offsets, neighbors, begin, end, from, to := randomTask(random)
				rows := len(offsets) - 1
				bitmap := make([]uint32, (rows+31)/32)
				want := countRowsSlowly(upper, offsets, neighbors, begin, end, from, to)
				if got := k.CountRows(upper, offsets, neighbors, begin, end, from, to, bitmap); got != want {
					t.Fatalf("rows [%d, %d) of %d from %d to %d: %d, want %d", begin, end, rows, from, to, got, want)
				}
				if slices.ContainsFunc(bitmap, func(w uint32) bool { return w != 0 }) {
					t.Fatal("the bitmap is left dirty")
				}
			}
		})
	}
}

// symmetric adds the transposed lists.
func symmetric(offsets []uint64, neighbors []uint32) ([]uint64, []uint32) {
	rows := len(offsets) - 1
	lists := make([][]uint32, rows)
	for u := range rows {
		lists[u] = append(lists[u], neighbors[offsets[u]:offsets[u+1]]...)
	}
	for u := range rows {
		for _, v := range neighbors[offsets[u]:offsets[u+1]] {
			lists[v] = append(lists[v], uint32(u))
		}
	}
	at := make([]uint64, rows+1)
	for u := range rows {
		at[u+1] = at[u] + uint64(len(lists[u]))
	}
	return at, slices.Concat(lists...)
}

func TestCountFlat(t *testing.T) {
	for _, k := range All() {
		t.Run(k.Name, func(t *testing.T) {
			random := rand.New(rand.NewPCG(3, 3))
			for range 300 {
				rows := 1 + random.IntN(300)
				offsets, neighbors := randomRows(random, rows, []int{1, 3, 9, 40, 200}[random.IntN(5)])
				begin := random.IntN(rows + 1)
				end := begin + random.IntN(rows+1-begin)
				want := countRowsSlowly(offsets, offsets, neighbors, begin, end, 0, rows)
				wantLongest := uint64(0)
				for u := begin; u < end; u++ {
					wantLongest = max(wantLongest, offsets[u+1]-offsets[u])
				}
				at, lists := symmetric(offsets, neighbors)
				bitmap := make([]uint32, rows/32+1)
				count, longest := k.CountFlat(at, lists, begin, end)
				symmetrically, longestSo := k.CountSymmetric(at, lists, begin, end, bitmap)
				if count != want || symmetrically != want || longest != wantLongest || longestSo != wantLongest {
					t.Fatalf("rows [%d, %d) of %d: %d, %d, longest %d, %d; want %d, %d", begin, end, rows, count, symmetrically, longest, longestSo, want, wantLongest)
				}
				if slices.Max(bitmap) != 0 {
					t.Fatalf("rows [%d, %d) of %d: the bitmap has bits left", begin, end, rows)
				}
			}
		})
	}
}

// linesOf returns the bits of a set, and its lines that are not zero.
func linesOf(set []uint64) (in, lines []uint32, words []uint64) {
	for at := 0; at < len(set); at += LineWords {
		line := set[at : at+LineWords]
		if Zero(line) {
			continue
		}
		lines, words = append(lines, uint32(8*at)), append(words, line...)
		for i, word := range line {
			for ; word != 0; word &= word - 1 {
				in = append(in, uint32(64*(at+i)+bits.TrailingZeros64(word)))
			}
		}
	}
	return in, lines, words
}

func TestCountHubs(t *testing.T) {
	for _, k := range All() {
		t.Run(k.Name, func(t *testing.T) {
			random := rand.New(rand.NewPCG(2, 2))
			for round := range 300 {
				hubs := uint32(1 + random.IntN(1500))
				if round%100 == 99 {
					hubs += 17 * 512 // more lines than bytes can add up
				}
				matrix := make([]uint64, MatrixRow(hubs))
				for h := range hubs {
					for range random.IntN(40) {
						if h > 0 {
							w := random.Uint32N(h)
							matrix[MatrixRow(h)+uint64(w/64)] |= 1 << (w & 63)
						}
					}
				}
				set := make([]uint64, (hubs/512+1)*LineWords)
				for range random.IntN(120) {
					h := random.Uint32N(hubs)
					set[h/64] |= 1 << (h & 63)
				}
				if round%50 == 49 {
					for i := range matrix {
						matrix[i] = math.MaxUint64
					}
					for h := range hubs {
						set[h/64] |= 1 << (h & 63)
					}
				}
				in, lines, words := linesOf(set)
				want := uint64(0)
				for _, h := range in {
					for i, word := range matrix[MatrixRow(h):MatrixRow(h+1)] {
						want += uint64(bits.OnesCount64(set[i] & word))
					}
				}
				if got := k.CountHubs(in, lines, words, matrix); got != want {
					t.Fatalf("%d hubs: %d, want %d", hubs, got, want)
				}
			}
		})
	}
}
