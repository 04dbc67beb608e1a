package simd

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// nearRows draws rows of which the entries are in runs, some close by and some far apart.
func nearRows(random *rand.Rand, rows int) (offsets []uint64, neighbors []uint32) {
	offsets = make([]uint64, rows+1)
	for r := range rows {
		var row []uint32
		for range random.IntN(5) {
			begin := random.IntN(r + 1)
			for range random.IntN(40) {
				row = append(row, uint32(begin+random.IntN(min(1<<random.IntN(11), r-begin+1))))
			}
		}
		slices.Sort(row)
		row = slices.Compact(row)
		for len(row) > 0 && int(row[len(row)-1]) >= r {
			row = row[:len(row)-1]
		}
		neighbors = append(neighbors, row...)
		offsets[r+1] = uint64(len(neighbors))
	}
	return offsets, neighbors
}

// All forms find by windows what CountRows finds in the rows, however many of these are in windows, and leave the
// bitmap as it was.
func TestCountWindows(t *testing.T) {
	for _, k := range All() {
		t.Run(k.Name, func(t *testing.T) {
			random := rand.New(rand.NewPCG(18, 7))
			for range fewer(100) {
				rows := 2 + random.IntN(1500)
				offsets, neighbors := nearRows(random, rows)
				most, starts, windows := random.IntN(12), make([]uint32, rows+1), make([]Window, 0, len(neighbors))
				for r := range rows {
					row := neighbors[offsets[r]:offsets[r+1]]
					starts[r] = uint32(len(windows))
					switch n := 0; {
					case len(row) == 0:
					case WindowsOf(row, most) > most:
						starts[r] |= ListedRow
					default:
						n = FillWindows(row, windows[len(windows):cap(windows)])
						windows = windows[:len(windows)+n]
					}
				}
				starts[rows] = uint32(len(windows))
				begin := random.IntN(rows)
				end := begin + random.IntN(rows-begin+1)
				bitmap := make([]uint32, (rows+WindowSlack)/32+1)
				want := countRows(offsets, offsets, neighbors, begin, end, 0, rows, bitmap)
				if got := k.CountWindows(offsets, neighbors, begin, end, starts, windows, bitmap); got != want {
					t.Fatalf("rows %d to %d of %d, %d windows: %d, want %d", begin, end, rows, len(windows), got, want)
				}
				if !Zero(bitmap) {
					t.Fatal("the bitmap is not as it was")
				}
			}
		})
	}
}

// Windows hold the entries of a row and nothing else, and are as many as were told.
func TestFillWindows(t *testing.T) {
	random := rand.New(rand.NewPCG(18, 8))
	for range 2000 {
		row := make([]uint32, 1+random.IntN(100))
		largest, span := uint32(math.MaxUint32)>>random.IntN(12), 1+random.Uint32N(1<<random.IntN(20))
		for i := range row {
			row[i] = largest - random.Uint32N(span)
		}
		slices.Sort(row)
		row = slices.Compact(row)
		windows := make([]Window, len(row))
		taken := FillWindows(row, windows)
		var got []uint32
		for _, w := range windows[:taken] {
			for i := range uint32(WindowBits) {
				if w[i/32]>>(i%32)&1 != 0 {
					got = append(got, 8*w[15]+i)
				}
			}
		}
		if !slices.Equal(got, row) {
			t.Fatalf("%d are in windows, want %d", got, row)
		}
		for most := range taken + 3 {
			if told := WindowsOf(row, most); told != min(taken, most+1) {
				t.Fatalf("%d windows of at most %d are told, want %d", told, most, taken)
			}
		}
	}
}
