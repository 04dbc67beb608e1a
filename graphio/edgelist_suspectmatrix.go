package graphio

import "fmt"

// denseMatrix is a square matrix of numbers, with or without names in front.
type denseMatrix struct {
	corner  [][]float64 // upper left
	named   bool
	counted bool // the first row has the numbers of the columns
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
	if row == 0 {
		s.counted = len(values) == len(fields)
		for i, value := range values {
			s.counted = s.counted && value == values[0]+float64(i) && values[0] <= 1
		}
	}
	if values != nil {
		s.corner = append(s.corner, values)
	}
	return true
}

func (s *denseMatrix) looks(seen view) string {
	const wide = 8 // no list of edges has as many columns, and exactly as many lines
	if s.counted && seen.all && seen.rows == seen.width+1 && seen.width >= 3 && !s.named && (&denseMatrix{corner: s.corner[1:]}).isAdjacency(0) {
		return fmt.Sprintf("a dense matrix of %d columns with their numbers above", seen.width)
	}
	square := func(columns int) bool {
		return columns >= 3 && (seen.all && seen.rows == columns || !seen.all && seen.rows < columns)
	}
	if square(seen.width) && !s.named && (seen.width >= wide || s.isAdjacency(0)) || square(seen.width-1) && s.isAdjacency(1) {
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
