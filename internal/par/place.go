package par

import "context"

// Place makes places of counts, as a counting sort does: what is of one bucket lies together, in
// the order of the tasks that have it. counts[t][b] is how many things task t has for bucket b,
// and becomes the place of the first of them; buckets behind the first so many are let be. begins
// has the place of each bucket, and at last how many things there are in all. The counts lie in
// the caches of all workers, who therefore add them up together.
func Place(ctx context.Context, workers, buckets int, counts [][]uint64) (begins []uint64, err error) {
	const least = 1 << 7 // buckets: fewer take less time than a goroutine
	some := max((buckets+workers-1)/workers, least)
	begins = make([]uint64, buckets+1)
	err = Chunks(ctx, workers, buckets, some, func(_, begin, end int) error {
		for b := begin; b < end; b++ {
			sum := uint64(0)
			for _, own := range counts {
				sum += own[b]
			}
			begins[b+1] = sum
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	for b := range buckets {
		begins[b+1] += begins[b]
	}
	err = Chunks(ctx, workers, buckets, some, func(_, begin, end int) error {
		for b := begin; b < end; b++ {
			at := begins[b]
			for _, own := range counts {
				at, own[b] = at+own[b], at
			}
		}
		return nil
	})
	return begins, err
}
