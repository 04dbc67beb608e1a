package graphio

import "fmt"

// denseMatrix is a square matrix of numbers, with or without names in front.
type denseMatrix struct {
	corner [][]float64 // upper left
	named  bool
}

func (s *denseMatrix) add(row int, fields []field) bool {
	if row > len(fields) {
		return false
	}
	const side = 64 // of the corner
	var values []float64
	for i, f := range fields {
		number := spellsNumber(f)
		if !number && !isMissing(f) {
			if i > 0 {
				return false
			}
			s.named = true
		}
		if row < side && i < side {
			value := 0.0 // of what is missing
			if number {
				value = decimal(f.text)
			}
			values = append(values, value)
		}
	}
	if values != nil {
		s.corner = append(s.corner, values)
	}
	return true
}

func (s *denseMatrix) looks(seen view) string {
	square := func(columns int) bool {
		return columns >= 3 && (seen.all && seen.rows == columns || !seen.all && seen.rows < columns)
	}
	if square(seen.width) && !s.named && s.isAdjacency(0) || square(seen.width-1) && s.isAdjacency(1) {
		return fmt.Sprintf("a dense matrix of %d columns", seen.width)
	}
	return ""
}

// isAdjacency says that the corner, without its first columns, is one of zeros
// and ones, or has a diagonal of zeros, or is symmetric.
func (s *denseMatrix) isAdjacency(names int) bool {
	bits, hollow, symmetric := true, true, true
	for i, values := range s.corner {
		for j, value := range values[min(names, len(values)):] {
			bits = bits && (value == 0 || value == 1)
			hollow = hollow && (i != j || value == 0)
			symmetric = symmetric && (j >= len(s.corner) || i+names >= len(s.corner[j]) || s.corner[j][i+names] == value)
		}
	}
	return bits || hollow || symmetric
}
