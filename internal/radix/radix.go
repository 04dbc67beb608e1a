// Package radix sorts integer keys by least-significant-digit radix sort: the
// inner sort of the pipeline, run on buckets that fit the cache.
package radix

import "slices"

// Key is what can be sorted.
type Key interface{ ~uint32 | ~uint64 }

const (
	digitBits = 11 // three passes for 33 bits; the counters of a digit fill 8 KiB
	digits    = 1 << digitBits
	// Below this length a comparison sort is faster than clearing the counters.
	smallest = 256
)

// Sort sorts keys by their low bits bits; higher bits must be zero. tmp is
// scratch of at least len(keys). The sorted keys are returned, in keys or in
// tmp, whichever the last pass wrote.
func Sort[K Key](keys, tmp []K, bits int) []K {
	n := len(keys)
	if n < smallest {
		slices.Sort(keys)
		return keys
	}
	passes := (bits + digitBits - 1) / digitBits
	if passes == 0 {
		return keys
	}
	width := uint(bits+passes-1) / uint(passes)
	from, to := keys, tmp[:n]
	for pass := range passes {
		scatter(from, to, uint(pass)*width, width)
		from, to = to, from
	}
	return from
}

// scatter moves from to to, stably, by the digit of the given width at shift.
func scatter[K Key](from, to []K, shift, width uint) {
	var at [digits]uint32
	mask := K(1)<<width - 1
	for _, k := range from {
		at[(k>>(shift&63))&mask&(digits-1)]++
	}
	sum := uint32(0)
	for d := range at[:1<<width] {
		count := at[d]
		at[d] = sum
		sum += count
	}
	for _, k := range from {
		d := (k >> (shift & 63)) & mask & (digits - 1)
		to[at[d]] = k
		at[d]++
	}
}
