package cpucount

import (
	"context"
	"math/bits"

	"github.com/tricycle-graph/tricycle/internal/lists"
)

// searchPairs looks every entry of the shorter list of an edge up in the
// longer one.
//
// Binary search is the intersection of TriCore (Hu, Liu, Huang, SC 2018),
// which TCBW compares itself with. Here the search gallops (Bentley and Yao
// 1976): it starts where the last one ended and doubles its step, so that
// lists of like lengths cost little more than a merge.
//
// An edge costs s·log(l/s) for lengths s <= l. There is no memory beside the
// lists.
func searchPairs(context.Context, *lists.Oriented, Params) (*pairs, error) {
	return &pairs{cost: searchCost, kernel: func() kernel { return searcher{} }}, nil
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

// list looks each entry of the head's list up in what is left of the row's, or the
// other way around.
func (searcher) list(_ uint32, a, head, to []uint32) []uint32 {
	if len(head) < len(a) {
		for j, x := range head {
			if a = a[seek(a, x):]; a[0] == x {
				to = append(to, uint32(j))
			}
		}
		return to
	}
	at := 0
	for _, x := range a {
		if at += seek(head[at:], x); head[at] == x {
			to = append(to, uint32(at))
		}
	}
	return to
}

// gallop returns |short ∩ long|.
func gallop(short, long []uint32) uint64 {
	count := uint64(0)
	for _, x := range short {
		if len(long) == 0 {
			break
		}
		long = long[seek(long, x):]
		count += uint64(one(long[0] == x))
	}
	return count
}

// seek returns the index of the first entry of a list that is not below x, and of the
// last entry where all are. The list is not empty.
func seek(list []uint32, x uint32) int {
	// Every entry before list[step/2] is below x, or step is 1.
	step := 1
	for step < len(list) && list[step] < x {
		step *= 2
	}
	// The first entry that is not below x lies in list[step/2 : step+1].
	base := step / 2
	if step == 1 {
		base = 0
	}
	window := list[base:min(step+1, len(list))]
	for len(window) > 1 {
		half := len(window) / 2
		if window[half-1] < x {
			window = window[half:]
			base += half
		} else {
			window = window[:half]
		}
	}
	return base
}
