package partition

import (
	"fmt"
	"slices"
)

// Range is the ids from Begin to before End.
type Range struct {
	Begin uint32 `json:"begin"`
	End   uint32 `json:"end"`
}

// Len returns the number of ids.
func (r Range) Len() int { return int(r.End) - int(r.Begin) }

func (r Range) String() string { return fmt.Sprintf("[%d, %d)", r.Begin, r.End) }

// Consecutive reports whether ranges follow one another from 0 to n. They may
// be empty.
func Consecutive(ranges []Range, n uint32) bool {
	end := uint32(0)
	for _, r := range ranges {
		if r.Begin != end || r.End < r.Begin {
			return false
		}
		end = r.End
	}
	return end == n
}

// HasEmpty reports whether one of ranges is empty.
func HasEmpty(ranges []Range) bool {
	return slices.ContainsFunc(ranges, func(r Range) bool { return r.Len() == 0 })
}

// Overlap reports whether a and b have an id in common.
func Overlap(a, b Range) bool { return max(a.Begin, b.Begin) < min(a.End, b.End) }

// within returns the part of the ascending list that lies in r.
func within(list []uint32, r Range) []uint32 {
	begin, _ := slices.BinarySearch(list, r.Begin)
	end, _ := slices.BinarySearch(list, r.End)
	return list[begin:end]
}
