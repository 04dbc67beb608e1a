package summary

import (
	"iter"
	"maps"
	"slices"
)

// Distribution says how many have each value: [value, how many], with rising values of which
// there is at least one.
type Distribution [][2]uint64

// Distribute returns the distribution of some values.
func Distribute[N uint32 | uint64](values iter.Seq[N]) (d Distribution) {
	const few = 1 << 16 // below which most values are
	low, high := make([]uint64, few), map[uint64]uint64{}
	for value := range values {
		if uint64(value) < few {
			low[value]++
		} else {
			high[uint64(value)]++
		}
	}
	for value, n := range low {
		if n > 0 {
			d = append(d, [2]uint64{uint64(value), n})
		}
	}
	for _, value := range slices.Sorted(maps.Keys(high)) {
		d = append(d, [2]uint64{value, high[value]})
	}
	return d
}

// Total is how many there are.
func (d Distribution) Total() (total uint64) {
	for _, entry := range d {
		total += entry[1]
	}
	return total
}

// Positive leaves out the value 0.
func (d Distribution) Positive() Distribution {
	if len(d) > 0 && d[0][0] == 0 {
		return d[1:]
	}
	return d
}

// Quantile returns the least value that so many percent of all do not exceed, the least of all
// for 0; 0 where there is none.
func (d Distribution) Quantile(percent uint64) uint64 {
	total, below := d.Total(), uint64(0)
	for _, entry := range d {
		if below += entry[1]; below*100 >= total*percent {
			return entry[0]
		}
	}
	return 0
}

// Max returns the largest value, 0 where there is none.
func (d Distribution) Max() uint64 {
	if len(d) == 0 {
		return 0
	}
	return d[len(d)-1][0]
}

// AtLeast returns how many have each value or a larger one.
func (d Distribution) AtLeast() Distribution {
	tail := slices.Clone(d)
	for i := len(tail) - 2; i >= 0; i-- {
		tail[i][1] += tail[i+1][1]
	}
	return tail
}
