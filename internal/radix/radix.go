// Package radix sorts integer keys by least-significant-digit radix sort: the
// inner sort of the pipeline, run on buckets that fit the cache.
package radix

import (
	"context"
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
	// The background context never ends, so there is no error to return.
	sorted, _ := SortUnless(context.Background(), keys, tmp, bits)
	return sorted
}

// piece is how many keys are read between two looks at a context: some
// milliseconds.
const piece = 1 << 20

// SortUnless does what Sort does, and gives up with the cause of ctx soon after
// that has ended: many keys take seconds.
func SortUnless[K Key](ctx context.Context, keys, tmp []K, bits int) ([]K, error) {
	if len(keys) < smallest {
		slices.Sort(keys)
		return keys, nil
	}
	passes := (bits + 7) / 8
	var counts [8][digits]uint32
	for begin := 0; begin < len(keys); begin += piece {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		count(keys[begin:min(begin+piece, len(keys))], min(passes, 8), &counts)
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
		for begin := 0; begin < len(from); begin += piece {
			if ctx.Err() != nil {
				return nil, context.Cause(ctx)
			}
			scatter(from[begin:min(begin+piece, len(from))], to, uint(8*pass), at)
		}
		from, to = to, from
	}
	return from, nil
}

// count counts the keys by each of their digits.
func count[K Key](keys []K, passes int, counts *[8][digits]uint32) {
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
			for pass := range passes {
				counts[pass][uint8(k>>(8*pass&63))]++
			}
		}
	}
}

// scatter moves from to to, stably, by the digit at shift; at holds where each
// digit's keys begin.
func scatter[K Key](from, to []K, shift uint, at *[digits]uint32) {
	shift &= 63
	for _, k := range from {
		d := uint8(k >> shift)
		position := at[d]
		at[d] = position + 1
		to[position] = k
	}
}
