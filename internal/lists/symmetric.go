package lists

import (
	"context"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/hugemem"
	"github.com/tricycle-graph/tricycle/internal/par"
	"github.com/tricycle-graph/tricycle/internal/radix"
)

// symmetric is a symmetric CSR while it is built.
type symmetric struct {
	offsets   []uint64
	neighbors []uint32
}

// transpose fills the lists of g from the lower triangle l.
func transpose[K radix.Key](ctx context.Context, g *symmetric, l *rowLists, shift, column uint, workers int, meter *graph.Meter) error {
	buckets := (l.rows + 1<<shift - 1) >> shift
	tasks := groupBuckets(l, 4*workers)
	cursors := newCursors(len(tasks)-1, buckets)
	err := par.Each(ctx, workers, len(tasks)-1, func(_, t int) error {
		counts, edges := cursors.of(t), 0
		for b := tasks[t]; b < tasks[t+1]; b++ {
			l.eachRow(b, func(row uint32, list []uint32) {
				copy(g.neighbors[g.offsets[row]:], list)
				for _, v := range list {
					counts[v>>(shift&31)]++
				}
				edges += len(list)
			})
		}
		meter.Add(int64(edges))
		return nil
	})
	if err != nil {
		return err
	}
	start := cursors.prefix()
	keys, err := hugemem.New[K](int(start[buckets]))
	if err != nil {
		return err
	}
	defer keys.Free()
	err = par.Each(ctx, workers, len(tasks)-1, func(_, t int) error {
		at, to, edges := cursors.of(t), keys.Slice(), 0
		inBucket := uint32(1)<<(shift&31) - 1
		for b := tasks[t]; b < tasks[t+1]; b++ {
			l.eachRow(b, func(row uint32, list []uint32) {
				for _, v := range list {
					cursor := &at[v>>(shift&31)]
					to[*cursor] = K(v&inBucket)<<(column&63) | K(row)
					*cursor++
				}
				edges += len(list)
			})
		}
		meter.Add(int64(edges))
		return nil
	})
	if err != nil {
		return err
	}
	// The keys of a bucket are in the order of their rows, as tasks and buckets were: so
	// those of a vertex need no sorting, only a place.
	places := make([][]uint64, workers)
	return par.Each(ctx, workers, buckets, func(worker, b int) error {
		if places[worker] == nil {
			places[worker] = make([]uint64, 1<<shift)
		}
		first, next := b<<shift, places[worker]
		for v := first; v < min(first+1<<shift, l.rows); v++ {
			next[v-first] = g.offsets[v] + uint64(l.length[v])
		}
		low := K(1)<<(column&63) - 1
		mine := keys.Slice()[start[b]:start[b+1]]
		for _, key := range mine {
			at := &next[key>>(column&63)]
			g.neighbors[*at] = uint32(key & low)
			*at++
		}
		meter.Add(int64(len(mine)))
		return nil
	})
}
