package lists

import (
	"context"
	"slices"
	"sync/atomic"

	"github.com/tricycle-graph/tricycle/internal/par"
	"github.com/tricycle-graph/tricycle/internal/radix"
)

// sortIDs sorts distinct ids that come in random order, by a sample sort: the
// first ones are a sample, which cuts the ids into ranges that are sorted apart.
// spare is as long as ids.
func sortIDs(ctx context.Context, ids, spare []uint64, workers int) error {
	const (
		ranges = 256
		sample = 16 * ranges
		run    = 1 << 14
	)
	sorted := slices.Clone(ids[:min(len(ids), sample)])
	slices.Sort(sorted)
	var least []uint64 // of each range but the first
	for i := 1; i < ranges && len(sorted) >= ranges; i++ {
		least = append(least, sorted[i*len(sorted)/ranges])
	}
	rangeOf := func(id uint64) int {
		at, found := slices.BinarySearch(least, id)
		if found {
			at++
		}
		return at
	}
	var next [ranges + 1]atomic.Int64
	count := func(ids []uint64) (counts [ranges]int64) {
		for _, id := range ids {
			counts[rangeOf(id)]++
		}
		return counts
	}
	err := par.Chunks(ctx, workers, len(ids), run, func(_, begin, end int) error {
		for r, n := range count(ids[begin:end]) {
			next[r+1].Add(n)
		}
		return nil
	})
	if err != nil {
		return err
	}
	var start [ranges + 1]int64
	for r := range ranges {
		start[r+1] = start[r] + next[r+1].Load()
		next[r].Store(start[r])
	}
	err = par.Chunks(ctx, workers, len(ids), run, func(_, begin, end int) error {
		at := count(ids[begin:end])
		for r, n := range at {
			at[r] = next[r].Add(n) - n
		}
		for _, id := range ids[begin:end] {
			r := rangeOf(id)
			spare[at[r]] = id
			at[r]++
		}
		return nil
	})
	if err != nil {
		return err
	}
	return par.Each(ctx, workers, ranges, func(_, r int) error {
		from, to := spare[start[r]:start[r+1]], ids[start[r]:start[r+1]]
		copy(to, radix.Sort(from, to, 64))
		return nil
	})
}
