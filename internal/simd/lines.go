package simd

import "math/bits"

func countLines(rows, bounds, lines []uint32, set, matrix []uint64) uint64 {
	count := 0
	for _, r := range rows {
		row := matrix[LineWords*int(bounds[2*r]) : LineWords*int(bounds[2*r+1])]
		for i, at := range lines {
			if LineWords*int(at) >= len(row) {
				break
			}
			line := row[LineWords*int(at):][:LineWords]
			for k, word := range set[LineWords*i:][:LineWords] {
				count += bits.OnesCount64(word & line[k])
			}
		}
	}
	return uint64(count)
}
