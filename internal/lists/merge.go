package lists

import (
	"context"
	"slices"

	"github.com/tricycle-graph/tricycle/internal/radix"
)

// mostAscents is in how many ascending runs words are merged, at most: with more, to sort
// them is sooner done.
const mostAscents = 16

// SortWords sorts words, and leaves each once. Words that are a few ascending runs, one
// behind the other, are merged. What it returns lies in one of both arrays, of which spare
// is as long as the words.
func SortWords(ctx context.Context, words, spare []uint64) ([]uint64, error) {
	some := ascents(words)
	if len(some) > mostAscents {
		sorted, err := radix.SortUnless(ctx, words, spare, 64)
		return slices.Compact(sorted), err
	}
	return mergeAll(some, spare, words, func(_, _ []uint64, _ int) error {
		return context.Cause(ctx)
	})
}

// ascents returns the ascending runs of words, in none of which one is there twice; and no
// more than one more than mostAscents, of which the last has the rest.
func ascents(words []uint64) [][]uint64 {
	var some [][]uint64
	begin := 0
	for i := 1; i < len(words) && len(some) < mostAscents; i++ {
		if words[i] <= words[i-1] {
			some = append(some, words[begin:i:i])
			begin = i
		}
	}
	if begin < len(words) {
		some = append(some, words[begin:])
	}
	return some
}

// mergeAll merges sorted sets by way of two arrays that have room for all. After two are
// merged it calls done with these, and how many words they have in common.
func mergeAll(some [][]uint64, to, next []uint64, done func(a, b []uint64, twice int) error) ([]uint64, error) {
	for len(some) > 1 {
		rest, merged := to, some[:0]
		for ; len(some) > 1; some = some[2:] {
			n := mergeTwo(rest, some[0], some[1])
			if err := done(some[0], some[1], len(some[0])+len(some[1])-n); err != nil {
				return nil, err
			}
			merged, rest = append(merged, rest[:n:n]), rest[n:]
		}
		if len(some) > 0 {
			n := copy(rest, some[0])
			merged = append(merged, rest[:n:n])
		}
		some, to, next = merged, next, to
	}
	if len(some) == 0 {
		return nil, nil
	}
	return some[0], nil
}

// mergeTwo merges two sorted sets, and returns how many there are of both.
func mergeTwo(to, a, b []uint64) int {
	n, i, j := 0, 0, 0
	to = to[:len(a)+len(b)]
	for i < len(a) && j < len(b) {
		x, y := a[i], b[j]
		to[n] = min(x, y)
		n++
		if x <= y {
			i++
		}
		if y <= x {
			j++
		}
	}
	n += copy(to[n:], a[i:])
	return n + copy(to[n:], b[j:])
}
