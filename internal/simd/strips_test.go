package simd

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// All forms make the same lines, and count what looking each entry up finds.
func TestStrips(t *testing.T) {
	for _, k := range All() {
		t.Run(k.Name, func(t *testing.T) {
			random := rand.New(rand.NewPCG(14, 1))
			for range fewer(300) {
				rows := 2 + random.IntN(2000)
				offsets, neighbors := randomRows(random, rows, []int{2, 9, 60, 300}[random.IntN(4)])
				from := random.IntN(rows)
				column := random.IntN(rows/StripBits+1) * StripBits
				var lower, upper []StripRow
				want := uint64(0)
				for r := range rows {
					row := neighbors[offsets[r]:offsets[r+1]]
					first, _ := slices.BinarySearch(row, uint32(column))
					if first == len(row) || int(row[first]) >= column+StripBits {
						continue
					}
					at, end := uint32(offsets[r])+uint32(first), uint32(offsets[r+1])
					if r >= from {
						lower = append(lower, StripRow{at, end, uint32(r - from)})
					}
					least, _ := slices.BinarySearch(row, uint32(from))
					if least = max(least, first+1); least >= len(row) {
						continue
					}
					upper = append(upper, StripRow{at, end, uint32(offsets[r]) + uint32(least)})
					for _, v := range row[least:] {
						for _, w := range neighbors[offsets[v]:offsets[v+1]] {
							if _, found := slices.BinarySearch(row, w); found && int(w) >= column && int(w) < column+StripBits {
								want++
							}
						}
					}
				}
				table, lines := make([]uint64, (rows-from)*LineWords), make([]uint64, (rows-from)*LineWords)
				if len(neighbors) > 0 {
					k.FillStrip(lower, neighbors, column, table)
				}
				fillStrip(lower, neighbors, column, lines)
				if !slices.Equal(table, lines) {
					t.Fatalf("%d rows from %d, column %d: other lines", rows, from, column)
				}
				if got := k.CountStrip(upper, neighbors, column, from, table); got != want {
					t.Fatalf("%d rows from %d, column %d: %d, want %d", rows, from, column, got, want)
				}
			}
		})
	}
}
