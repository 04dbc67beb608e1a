package cpucount

import (
	"context"
	"math/bits"

	"github.com/tricycle-graph/tricycle/internal/lists"
)

// countSearch looks every entry of the shorter list of an edge up in the
// longer one.
//
// Binary search is the intersection of TriCore (Hu, Liu, Huang, SC 2018),
// which TCBW compares itself with. Here the search gallops (Bentley and Yao
// 1976): it starts where the last one ended and doubles its step, so that
// lists of like lengths cost little more than a merge.
//
// An edge costs s·log(l/s) for lengths s <= l. There is no memory beside the
// lists.
func countSearch(ctx context.Context, o *lists.Oriented, p Params) (uint64, error) {
	return countPairs(ctx, o, p, searchCost, func() kernel { return searcher{} })
}

func searchCost(k, head uint64) uint64 {
	short, long := min(k, head), max(k, head)
	return short*uint64(2+2*bits.Len64(long/short)) + 4
}

type searcher struct{}

func (searcher) count(_ uint32, a, head []uint32) uint64 {
	if len(a) < len(head) {
		return gallop(a, head)
	}
	return gallop(head, a)
}

// gallop returns |short ∩ long|.
func gallop(short, long []uint32) uint64 {
	count := uint64(0)
	for _, x := range short {
		if len(long) == 0 {
			break
		}
		// Every entry before long[step/2] is below x, or step is 1.
		step := 1
		for step < len(long) && long[step] < x {
			step *= 2
		}
		// The first entry that is not below x lies in long[step/2 : step+1].
		base := step / 2
		if step == 1 {
			base = 0
		}
		window := long[base:min(step+1, len(long))]
		for len(window) > 1 {
			half := len(window) / 2
			if window[half-1] < x {
				window = window[half:]
				base += half
			} else {
				window = window[:half]
			}
		}
		long = long[base:]
		count += uint64(one(long[0] == x))
	}
	return count
}
