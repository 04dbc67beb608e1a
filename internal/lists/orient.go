package lists

import (
	"context"
	"math/bits"
	"unsafe"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/hugemem"
	"github.com/tricycle-graph/tricycle/internal/par"
	"github.com/tricycle-graph/tricycle/internal/radix"
)

// Orient relabels g by a ranking of its vertices and returns the oriented
// lists. Isolated vertices have no row.
func Orient(ctx context.Context, g *graph.Graph, r Ranking, opt graph.Options) (*Oriented, error) {
	workers := par.Workers(opt.Threads)
	if r.monotone {
		return smallerNeighbors(ctx, g, r, workers)
	}
	l, err := lowerTriangle(ctx, g, workers)
	if err != nil {
		return nil, err
	}
	return l.orient(ctx, r, workers, opt.Meter)
}

// orient relabels the lower triangle l by ranks that do not rise with the rows, and
// uses it up.
func (l *rowLists) orient(ctx context.Context, r Ranking, workers int, meter *graph.Meter) (*Oriented, error) {
	rows := len(r.order)
	idBits := uint(bits.Len64(uint64(max(rows-1, 0))))
	shift := bucketShift(rows, l.edges)
	if narrow := narrowShift(idBits, idBits, shift); narrow+idBits <= 32 {
		// Each worker sorts so many buckets that all end at about the same time.
		if each := uint(bits.Len(uint(min(16*workers, maxBuckets) - 1))); l.edges >= 1<<20 && idBits >= each {
			narrow = min(narrow, idBits-each)
		}
		return relabel[uint32](ctx, l, r, narrow, idBits, workers, meter)
	}
	return relabel[uint64](ctx, l, r, shift, idBits, workers, meter)
}

// smallerNeighbors orients g by its ids: the first part of each list, ids
// becoming ranks where isolated vertices leave gaps.
func smallerNeighbors(ctx context.Context, g *graph.Graph, r Ranking, workers int) (*Oriented, error) {
	rows := len(r.order)
	o := &Oriented{offsets: hugemem.Make[uint64](rows + 1), neighbors: hugemem.Make[uint32](int(g.Edges())), order: r.order}
	err := par.Chunks(ctx, workers, rows, 1<<14, func(_, begin, end int) error {
		for i, v := range r.order[begin:end] {
			o.offsets[begin+i+1] = uint64(countBelow(g.Neighbors(v), v))
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	for i := range rows {
		o.offsets[i+1] += o.offsets[i]
	}
	gaps := rows < g.Vertices()
	err = par.Chunks(ctx, workers, rows, 1<<14, func(_, begin, end int) error {
		for i, v := range r.order[begin:end] {
			row := o.neighbors[o.offsets[begin+i]:o.offsets[begin+i+1]]
			copy(row, g.Neighbors(v))
			if gaps {
				for j, w := range row {
					row[j] = r.rank[w]
				}
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return o, nil
}

// relabel moves every edge to the row of its larger rank: the same partition
// and sort in cache as in cleaning, with nothing to merge.
func relabel[K radix.Key](ctx context.Context, l *rowLists, r Ranking, shift, column uint, workers int, meter *graph.Meter) (*Oriented, error) {
	defer l.free()
	rows := len(r.order)
	buckets := (rows + 1<<shift - 1) >> shift
	meter.Start("orient", 3*int64(l.edges))

	// First pass: ranks in place of ids where the lists are ours to write, and
	// the size of each bucket.
	tasks := groupBuckets(l, 4*workers)
	cursors := newCursors(len(tasks)-1, buckets)
	err := par.Each(ctx, workers, len(tasks)-1, func(_, t int) error {
		counts, rank, edges := cursors.of(t), r.rank, 0
		shift := shift & 31
		for b := tasks[t]; b < tasks[t+1]; b++ {
			l.eachRow(b, func(row uint32, list []uint32) {
				mine := rank[row]
				edges += len(list)
				if l.offsets != nil {
					for _, v := range list {
						counts[max(mine, rank[v])>>shift]++
					}
					return
				}
				for i, v := range list {
					other := rank[v]
					list[i] = other
					counts[max(mine, other)>>shift]++
				}
			})
		}
		meter.Add(int64(edges))
		return nil
	})
	if err != nil {
		return nil, err
	}
	start := cursors.prefix()
	o := &Oriented{offsets: hugemem.Make[uint64](rows + 1), order: r.order}
	keys, free, err := newKeys[K](o, int(start[buckets]))
	if err != nil {
		return nil, err
	}
	defer free()

	// Second pass: every edge to its bucket.
	err = par.Each(ctx, workers, len(tasks)-1, func(_, t int) error {
		at, to, rank, edges := cursors.of(t), keys, r.rank, 0
		shift, column := shift&31, column&63
		inBucket := uint32(1)<<shift - 1
		for b := tasks[t]; b < tasks[t+1]; b++ {
			l.eachRow(b, func(row uint32, list []uint32) {
				mine := rank[row]
				for _, other := range list {
					if l.offsets != nil {
						other = rank[other]
					}
					high, low := max(mine, other), min(mine, other)
					cursor := &at[high>>shift]
					to[*cursor] = K(high&inBucket)<<column | K(low)
					*cursor++
				}
				edges += len(list)
			})
		}
		meter.Add(int64(edges))
		return nil
	})
	if err != nil {
		return nil, err
	}
	l.free()

	// Third pass: sort each bucket, and its rows are done.
	if o.neighbors == nil {
		o.neighbors = hugemem.Make[uint32](len(keys))
	}
	scratch := newSortScratch[K](workers)
	defer scratch.free()
	err = par.Each(ctx, workers, buckets, func(worker, b int) error {
		bucket := keys[start[b]:start[b+1]]
		sorted, err := scratch.sort(ctx, worker, bucket, shift+column)
		if err != nil {
			return err
		}
		writeRows(sorted, column, o.neighbors[start[b]:start[b+1]], o.offsets[b<<shift:], start[b], min(1<<shift, rows-b<<shift))
		meter.Add(int64(len(bucket)))
		return nil
	})
	if err != nil {
		return nil, err
	}
	return o, nil
}

// newKeys returns room for n keys, and what frees it. Narrow keys become the
// neighbours in place: they are as wide, and memory that is touched for the
// first time costs more than the sort.
func newKeys[K radix.Key](o *Oriented, n int) ([]K, func(), error) {
	if unsafe.Sizeof(K(0)) == unsafe.Sizeof(uint32(0)) && n > 0 {
		o.neighbors = hugemem.Make[uint32](n)
		return unsafe.Slice((*K)(unsafe.Pointer(unsafe.SliceData(o.neighbors))), n), func() {}, nil
	}
	keys, err := hugemem.New[K](n)
	return keys.Slice(), func() { keys.Free() }, err
}

// writeRows writes the low ends of sorted keys to list, and to offsets where
// each of the rows ends (the last entry of offsets belongs to the bucket
// after). list may be sorted itself.
func writeRows[K radix.Key](sorted []K, column uint, list []uint32, offsets []uint64, start uint64, rows int) {
	column &= 63
	low := K(1)<<column - 1
	row := 0
	list = list[:len(sorted)]
	for i, key := range sorted {
		for at := int(key >> column); row < at; {
			row++
			offsets[row] = start + uint64(i)
		}
		list[i] = uint32(key & low)
	}
	for row < rows {
		row++
		offsets[row] = start + uint64(len(sorted))
	}
}

// groupBuckets cuts the buckets into at most tasks ranges of about equal
// edges; it returns the bounds.
func groupBuckets(l *rowLists, tasks int) []int {
	return par.Cut(l.buckets(), tasks, func(b int) uint64 {
		if b < len(l.start) {
			return l.start[b]
		}
		return uint64(len(l.lists))
	})
}
