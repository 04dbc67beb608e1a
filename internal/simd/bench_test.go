package simd

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// rowsOfLength draws rows of the given length over far more ranks than the
// caches hold, as a flat graph has them.
func rowsOfLength(rows, length int) (offsets []uint64, neighbors []uint32) {
	random := rand.New(rand.NewPCG(1, 1))
	offsets = make([]uint64, rows+1)
	for r := range rows {
		row := make([]uint32, 0, length)
		for range min(length, r) {
			row = append(row, random.Uint32N(uint32(r)))
		}
		slices.Sort(row)
		neighbors = append(neighbors, slices.Compact(row)...)
		offsets[r+1] = uint64(len(neighbors))
	}
	return offsets, neighbors
}

func BenchmarkCountRows(b *testing.B) {
	for _, length := range []int{6, 16, 100} {
		const edges = 1 << 21
		offsets, neighbors := rowsOfLength(edges/length, length)
		rows := len(offsets) - 1
		bitmap := make([]uint32, rows/32+1)
		for _, k := range All() {
			b.Run(fmt.Sprintf("length=%d/%s", length, k.Name), func(b *testing.B) {
				for b.Loop() {
					k.CountRows(offsets, offsets, neighbors, 0, rows, 0, rows, bitmap)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(neighbors)), "ns/edge")
			})
		}
	}
}

func BenchmarkCountHubs(b *testing.B) {
	const hubs = 4096
	random := rand.New(rand.NewPCG(1, 1))
	matrix := make([]uint64, MatrixRow(hubs))
	for i := range matrix {
		matrix[i] = random.Uint64() & random.Uint64()
	}
	for _, n := range []int{1, 4, 8} {
		set := make([]uint64, hubs/64)
		for i := range n {
			for range 4 {
				h := uint32(i*hubs/n) + random.Uint32()&511
				set[h/64] |= 1 << (h & 63)
			}
		}
		in, lines, words := linesOf(set)
		pairs := 0
		for _, h := range in {
			for _, at := range lines {
				if at/64 <= h/512 {
					pairs++
				}
			}
		}
		for _, k := range All() {
			b.Run(fmt.Sprintf("lines=%d/%s", n, k.Name), func(b *testing.B) {
				for b.Loop() {
					k.CountHubs(in, lines, words, matrix)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*pairs), "ns/line")
			})
		}
	}
}
