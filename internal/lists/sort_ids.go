package lists

import (
	"context"
	"math"
	"slices"
	"sync/atomic"

	"github.com/tricycle-graph/tricycle/internal/par"
	"github.com/tricycle-graph/tricycle/internal/radix"
)

// sortIDs sorts distinct ids by a sample sort: some of them, spread over all, cut the
// ids into ranges that are sorted apart. spare is as long as ids.
func sortIDs(ctx context.Context, ids, spare []uint64, workers int) error {
	const (
		ranges = 256
		sample = 16 * ranges
		run    = 1 << 14
	)
	sorted := make([]uint64, min(len(ids), sample))
	for i := range sorted {
		sorted[i] = ids[len(ids)/len(sorted)*i]
	}
	slices.Sort(sorted)
	var least [ranges]uint64 // of each range but the first; those that are not used are larger than every id, or as large
	for i := range least {
		least[i] = math.MaxUint64
		if at := (i + 1) * len(sorted) / ranges; at < len(sorted) && len(sorted) >= ranges {
			least[i] = sorted[at]
		}
	}
	// Without a branch, which would go either way as often.
	rangeOf := func(id uint64) int {
		at := 0
		for step := ranges / 2; step > 0; step /= 2 {
			if least[at+step-1] <= id {
				at += step
			}
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
