package cpucount

import (
	"context"
	"math/bits"
	"slices"

	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// listThrough lists the triangles that have some rows as corners. It looks at the
// neighbours of the one that has the fewest, and at nobody else's.
func (l Listing) listThrough(ctx context.Context, o *lists.Oriented, p Params, take func(Triangles) error) error {
	x, others, near, err := l.around(ctx, o, p)
	if err != nil {
		return err
	}
	below := o.Row(x)
	return l.listRows(ctx, o, p, take, func(begin, end int, to *collector) {
		add := func(u, v, w uint32) {
			for _, r := range others {
				if r != u && r != v && r != w {
					return
				}
			}
			to.add(u, v, w)
		}
		for u := max(begin, int(x)); u < end && to.err == nil; u++ {
			if u == int(x) {
				for _, v := range below {
					for _, w := range o.Row(v) {
						if near.has(w) {
							add(x, v, w)
						}
					}
				}
				continue
			}
			if !near.has(uint32(u)) {
				continue
			}
			for _, v := range o.Row(uint32(u)) {
				switch {
				case v == x || !near.has(v):
				case v < x:
					add(uint32(u), x, v)
				default:
					add(uint32(u), v, x)
				}
			}
		}
	})
}

// rowSet is a set of rows, as bits.
type rowSet []uint64

func (s rowSet) has(r uint32) bool { return s[r>>6]>>(r&63)&1 != 0 }
func (s rowSet) add(r uint32)      { s[r>>6] |= 1 << (r & 63) }

func (s rowSet) size() (n int) {
	for _, word := range s {
		n += bits.OnesCount64(word)
	}
	return n
}

// around chooses, of the rows that are to be corners, the one with the fewest
// neighbours, and returns the others and these neighbours.
func (l Listing) around(ctx context.Context, o *lists.Oriented, p Params) (x uint32, others []uint32, near rowSet, err error) {
	for _, r := range l.Through {
		set, err := neighborsOf(ctx, o, r, par.Workers(p.Threads))
		if err != nil {
			return 0, nil, nil, err
		}
		if near == nil || set.size() < near.size() {
			x, near = r, set
		}
	}
	others = slices.DeleteFunc(slices.Clone(l.Through), func(r uint32) bool { return r == x })
	return x, others, near, nil
}

// neighborsOf looks a row up in all that may have it.
func neighborsOf(ctx context.Context, o *lists.Oriented, x uint32, workers int) (rowSet, error) {
	near := make(rowSet, o.Rows()/64+1)
	for _, r := range o.Row(x) {
		near.add(r)
	}
	above := o.Rows() - int(x) - 1
	found := make([][]uint32, workers)
	err := par.Chunks(ctx, workers, above, 1<<14, func(worker, begin, end int) error {
		for i := begin; i < end; i++ {
			r := x + 1 + uint32(i)
			if _, is := slices.BinarySearch(o.Row(r), x); is {
				found[worker] = append(found[worker], r)
			}
		}
		return nil
	})
	for _, rows := range found {
		for _, r := range rows {
			near.add(r)
		}
	}
	return near, err
}
