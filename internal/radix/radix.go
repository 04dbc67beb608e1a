// Package radix sorts integer keys by least-significant-digit radix sort: the
// inner sort of the pipeline, run on buckets that fit the cache.
package radix

import (
	"slices"
	"unsafe"
)

// Key is what can be sorted.
type Key interface{ ~uint32 | ~uint64 }

// With digits of 8 bits the counters and the open cache lines of all 256
// destinations stay in the first-level cache; wider digits save a pass and
// lose more to misses.
const digits = 256

// Below this length a comparison sort is faster than clearing the counters.
const smallest = 192

// Sort sorts keys by their low bits bits; higher bits must be zero. tmp is
// scratch of at least len(keys). The sorted keys are returned, in keys or in
// tmp, whichever the last pass wrote.
func Sort[K Key](keys, tmp []K, bits int) []K {
	if len(keys) < smallest {
		slices.Sort(keys)
		return keys
	}
	passes := (bits + 7) / 8
	var counts [8][digits]uint32
	switch unsafe.Sizeof(K(0)) {
	case 4:
		for _, k := range keys {
			counts[0][uint8(k)]++
			counts[1][uint8(k>>8)]++
			counts[2][uint8(k>>16)]++
			counts[3][uint8(k>>24)]++
		}
	default:
		for _, k := range keys {
			for pass := range min(passes, 8) {
				counts[pass][uint8(k>>(8*pass&63))]++
			}
		}
	}
	from, to := keys, tmp[:len(keys)]
	for pass := range passes {
		at := &counts[pass]
		if at[uint8(from[0]>>(8*pass&63))] == uint32(len(from)) {
			continue // all keys agree on this digit
		}
		sum := uint32(0)
		for d := range at {
			sum, at[d] = sum+at[d], sum
		}
		scatter(from, to, uint(8*pass), at)
		from, to = to, from
	}
	return from
}

// scatter moves from to to, stably, by the digit at shift; at holds where each
// digit's keys begin.
func scatter[K Key](from, to []K, shift uint, at *[digits]uint32) {
	shift &= 63
	to = to[:len(from)]
	for _, k := range from {
		d := uint8(k >> shift)
		position := at[d]
		at[d] = position + 1
		to[position] = k
	}
}
