//go:build amd64 && !noasm

package simd

import "golang.org/x/sys/cpu"

//go:noescape
func countRowsAVX512(offsets *uint64, neighbors *uint32, begin, end, from, last uint64, bitmap *uint32) (count uint64)

//go:noescape
func countHubsAVX512(index *uint32, words *uint64, n uint64, matrix *uint64) (count uint64)

//go:noescape
func countFlatAVX512(offsets *uint64, neighbors *uint32, begin, end, last uint64) (count, longest uint64)

func init() {
	if cpu.X86.HasAVX512F && cpu.X86.HasAVX512BW && cpu.X86.HasAVX512DQ && cpu.X86.HasAVX512VPOPCNTDQ && cpu.X86.HasBMI2 {
		variants = append(variants, Kernels{
			Name: "avx512",
			CountRows: func(offsets []uint64, neighbors []uint32, begin, end, from int, bitmap []uint32) uint64 {
				if begin >= end || len(neighbors) == 0 {
					return 0
				}
				return countRowsAVX512(&offsets[0], &neighbors[0], uint64(begin), uint64(end), uint64(from), uint64(len(neighbors)-1), &bitmap[0])
			},
			CountFlat: func(offsets []uint64, neighbors []uint32, begin, end int) (count, longest uint64) {
				if begin >= end || len(neighbors) == 0 {
					return 0, 0
				}
				return countFlatAVX512(&offsets[0], &neighbors[0], uint64(begin), uint64(end), uint64(len(neighbors)-1))
			},
			CountHubs: func(index []uint32, words []uint64, matrix []uint64) uint64 {
				if len(index) == 0 {
					return 0
				}
				return countHubsAVX512(&index[0], &words[0], uint64(len(index)), &matrix[0])
			},
		})
	}
}
