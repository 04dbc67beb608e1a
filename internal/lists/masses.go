package lists

import "slices"

// Masses tells how the records of a graph spread over its ranks before they are
// sorted: what rows and columns hold at most, duplicates included.
type Masses struct {
	// Bounds are some ranks, ascending, from 0 to the number of rows. Every power
	// of two below that is among them.
	Bounds []uint32
	// Larger[i] and Smaller[i] count the records whose larger and whose smaller
	// end is below Bounds[i].
	Larger, Smaller []uint64
}

// Rows returns the number of rows.
func (m Masses) Rows() uint32 { return m.Bounds[len(m.Bounds)-1] }

// Records returns the number of records without loops.
func (m Masses) Records() uint64 { return m.Larger[len(m.Larger)-1] }

// Inside returns the number of records with both ends below a bound.
func (m Masses) Inside(bound uint32) uint64 {
	i, _ := slices.BinarySearch(m.Bounds, bound)
	return m.Larger[i]
}
