package par

import "context"

// Place says where things go that several tasks counted, by buckets: those of a bucket lie
// together, in the order of the tasks. counts[t][b] is how many task t has for bucket b, one of
// the first so many, and becomes where they begin; begins has where each bucket does, and at
// last how many there are in all. What was counted lies in the caches of all workers, so they add
// it up together.
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
