package colours

import (
	"cmp"
	"context"
	"math/bits"
	"slices"
)

// fewPairs are so few that comparing them takes less time than counting their digits.
const fewPairs = 64

// sortPairs sorts pairs in their place: by eight bits at a time, from the highest in which some of them
// differ on (American flag sort, of McIlroy, Bostic and McIlroy, 1993). Ids that are hashes differ in all.
func sortPairs(ctx context.Context, pairs [][2]uint64) error {
	if len(pairs) <= fewPairs {
		slices.SortFunc(pairs, comparePairs)
		return nil
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	first, differ := pairs[0], [2]uint64{}
	for _, p := range pairs {
		differ[0] |= p[0] ^ first[0]
		differ[1] |= p[1] ^ first[1]
	}
	word := 0
	if differ[0] == 0 {
		if word = 1; differ[1] == 0 {
			return nil // all are one
		}
	}
	const digits = 1 << 8
	shift := max(bits.Len64(differ[word])-8, 0)
	digit := func(p *[2]uint64) uint64 { return p[word] >> shift % digits }
	var ends, next [digits]int
	for i := range pairs {
		ends[digit(&pairs[i])]++
	}
	for d, sum := 0, 0; d < digits; d++ {
		next[d] = sum
		sum += ends[d]
		ends[d] = sum
	}
	begins := next
	for d := range uint64(digits) {
		for next[d] < ends[d] {
			at := &pairs[next[d]]
			for to := digit(at); to != d; to = digit(at) { // until one comes that belongs here
				*at, pairs[next[to]] = pairs[next[to]], *at
				next[to]++
			}
			next[d]++
		}
	}
	for d := range digits {
		if err := sortPairs(ctx, pairs[begins[d]:ends[d]]); err != nil {
			return err
		}
	}
	return nil
}

// comparePairs orders pairs by the larger id and then by the smaller one.
func comparePairs(a, b [2]uint64) int {
	if a[0] != b[0] {
		return cmp.Compare(a[0], b[0])
	}
	return cmp.Compare(a[1], b[1])
}
