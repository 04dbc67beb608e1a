package cpucount

import (
	"context"
	"sync/atomic"

	"github.com/tricycle-graph/tricycle/internal/hugemem"
	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/par"
	"github.com/tricycle-graph/tricycle/internal/simd"
)

const (
	// columnLeast is how many edges a graph has at least for which columns are made.
	columnLeast = 1 << 22
	// columnShare is the share of the edges, as a divisor, that are beyond the hubs at most.
	columnShare = 3
	// columnGain is how many times the entries there must be to scan otherwise.
	columnGain = 1.5
	// columnBuckets is how many buckets columns are shared out to, at most.
	columnBuckets = 1 << 12
	// columnTask is how many edges a task looks at, at most: it ends soon after Ctrl-C.
	columnTask = 1 << 24
)

// nearIDs is how many ids are near: those of 16 bits.
const nearIDs = 1 << 16

// mostEntries is how many entries columns have at most: none where they cannot pay, and no more
// than fit beside what is held. Positions have 31 bits: see columnEntry.
func mostEntries(rows int, edges uint64, held int64, p Params) uint64 {
	if !simd.Best().Stretches || edges < columnLeast || edges >= nearBit {
		return 0
	}
	most := edges / columnShare
	if p.Memory > 0 {
		most = min(most, uint64(max(p.Memory-held-autoBytes(rows, edges, 0, p), 0)/entryBytes))
	}
	return most
}

// nearBytes is what the near entries take at most, and the marks of all workers.
func nearBytes(edges uint64, p Params) int64 {
	return hugemem.Bytes(2*int64(edges)) + nearIDs*int64(par.Workers(p.Threads))
}

// columnBytes is what columns take at most, beside what is held or less: those of a tripartite graph have
// no near entries, and others have these or are not made.
func columnBytes(rows int, edges uint64, held int64, p Params) int64 {
	bytes := entryBytes * int64(mostEntries(rows, edges, held, p))
	near := nearBytes(edges, p)
	if most := mostEntries(rows, edges, held+near, p); most > 0 {
		bytes = max(bytes, entryBytes*int64(most)+near)
	}
	return bytes
}

// countColumns counts the triangles whose middle corner v is no hub, column by column: for
// every u that has v in its row, the entries before v are looked up in v's row. In a row of
// a skewed graph there are fewer of them than v has itself, since u comes later and has fewer
// neighbours. (The order of Karypis et al., HPEC 2017; our GPU counts so, too.) It reports
// false, and has done nothing, where that would hardly be less to scan, by a sample of v.
//
// The entries of all v are shared out to buckets of some v each, and each bucket is then
// grouped by v in the cache. What stands before them is read again and again, from anywhere in
// the lists, and nearly all of these ids are near: they are copied, 16 bits each, and looked up in
// marks that are bytes. The others are looked up as they are.
func countColumns(ctx context.Context, o *lists.Oriented, p Params, hubs int, states []autoState) (done bool, err error) {
	most := mostEntries(o.Rows(), o.Edges(), matrixBytes(hubs)+nearBytes(o.Edges(), p), p)
	if hubs == 0 || hubs >= o.Rows() || most == 0 {
		return false, nil
	}
	return newColumns(o, hubs, nearIDs, len(states)).found(ctx, most, states)
}

// found adds to the states what is found in all columns of at most so many entries, if by the sample
// that is less to scan.
func (c *columns) found(ctx context.Context, most uint64, states []autoState) (done bool, err error) {
	if err := c.count(ctx, len(states)); err != nil {
		return false, err
	}
	even := c.largest <= c.entries/uint64(len(states))
	short := c.longest>>(32-c.shift) == 0
	if !even || !short || c.entries > most || float64(c.scan) <= columnGain*float64(c.before) {
		return false, nil
	}
	return true, c.sum(ctx, states)
}

// columns are the entries beyond the hubs on their way to buckets.
type columns struct {
	neighbors []uint32
	rows      int      // in all
	beyond    []uint64 // bounds of the rows beyond the hubs, or of their halves: these are numbered from 0
	shift     uint
	cuts      []int      // of the rows beyond the hubs, into tasks
	next      [][]uint64 // of each task: how many entries of each bucket, and then where they go
	begins    []uint64   // of each bucket
	entries   uint64
	largest   uint64 // bucket
	longest   uint32 // stretch

	scan, before uint64 // entries to scan of the rows of sampled v, and before these

	limit      uint32   // ids below it are near
	nearBegins []uint64 // of each task's near entries, once they are counted
	near       []uint16 // of the rows beyond the hubs, one after the other

	// each calls take with the entries of a task, and returns how many near entries their rows have.
	// It copies these to near if that is not nil.
	each func(task int, near []uint16, take columnTake) (nears uint64)
}

// columnTake takes an entry v of a row, and what stands before it there that may be in row v: a
// stretch of the near entries, and one of the neighbors. Either may be empty.
type columnTake func(v uint32, near, far simd.Stretch)

// newColumns makes columns, of which ids below the limit are near.
func newColumns(o *lists.Oriented, hubs int, limit uint32, workers int) *columns {
	c := &columns{neighbors: o.Neighbors(), rows: o.Rows(), beyond: o.Offsets()[hubs:], limit: limit}
	c.cut(workers)
	c.each = func(task int, near []uint16, take columnTake) uint64 {
		at := uint32(c.nearBegins[task])
		for u := c.cuts[task]; u < c.cuts[task+1]; u++ {
			begin, end := c.beyond[u], c.beyond[u+1]
			if end-begin < 2 || c.neighbors[end-1] < uint32(hubs) {
				continue
			}
			far := c.farFrom(begin, end)
			for i := end - 1; i > begin && c.neighbors[i] >= uint32(hubs); i-- {
				take(c.neighbors[i]-uint32(hubs), simd.Stretch{Begin: at, End: at + uint32(min(i, far)-begin)},
					simd.Stretch{Begin: uint32(far), End: uint32(max(i, far))})
			}
			if near != nil {
				copyNear(near[at:], c.neighbors[begin:far])
			}
			at += uint32(far - begin)
		}
		return uint64(at) - c.nearBegins[task]
	}
	return c
}

func copyNear(to []uint16, near []uint32) {
	to = to[:len(near)]
	for i, w := range near {
		to[i] = uint16(w)
	}
}

// farFrom returns where the entries of a row begin that are not near.
func (c *columns) farFrom(begin, end uint64) uint64 {
	for end > begin && c.neighbors[end-1] >= c.limit {
		end--
	}
	return end
}

// cut cuts the rows into tasks, and chooses the buckets.
func (c *columns) cut(workers int) {
	edges := func(r int) uint64 { return c.beyond[r] - c.beyond[0] }
	rows := len(c.beyond) - 1
	c.cuts = par.Cut(rows, max(4*workers, int(edges(rows)/columnTask)), edges)
	for (rows-1)>>c.shift >= columnBuckets {
		c.shift++
	}
	c.nearBegins = make([]uint64, len(c.cuts))
}

// sampled reports whether v is in the sample that tells what there is to scan: eight v, as many offsets as
// a cache line has, of each 64. To ask for the offsets of all v took two thirds as long as all else that count does.
func sampled(v uint32) bool { return v/8%8 == 0 }

// count counts the entries of each bucket, and what there is to scan for sampled v.
func (c *columns) count(ctx context.Context, workers int) error {
	buckets := (len(c.beyond)-2)>>c.shift + 1
	c.next = make([][]uint64, len(c.cuts)-1)
	nears, longest := make([]uint64, len(c.next)), make([]uint32, len(c.next))
	var scan, before atomic.Uint64
	err := par.Each(ctx, workers, len(c.next), func(_, task int) error {
		counts, rows, prefixes, most := make([]uint64, buckets), uint64(0), uint64(0), uint32(0)
		nears[task] = c.each(task, nil, func(v uint32, near, far simd.Stretch) {
			nearLength, farLength := near.End-near.Begin, far.End-far.Begin
			if nearLength > 0 {
				counts[v>>c.shift]++
			}
			if farLength > 0 {
				counts[v>>c.shift]++
			}
			most = max(most, nearLength, farLength)
			if sampled(v) {
				prefixes += uint64(nearLength) + uint64(farLength)
				rows += c.beyond[v+1] - c.beyond[v]
			}
		})
		c.next[task], longest[task] = counts, most
		scan.Add(rows)
		before.Add(prefixes)
		return nil
	})
	if err != nil {
		return err
	}
	for i, n := range nears {
		c.nearBegins[i+1] = c.nearBegins[i] + n
		c.longest = max(c.longest, longest[i])
	}
	c.scan, c.before = scan.Load(), before.Load()
	if c.begins, err = par.Place(ctx, workers, buckets, c.next); err != nil {
		return err
	}
	c.entries = c.begins[buckets]
	for b := range buckets {
		c.largest = max(c.largest, c.begins[b+1]-c.begins[b])
	}
	return nil
}

// sum adds to the states what is found in all columns.
func (c *columns) sum(ctx context.Context, states []autoState) error {
	array, err := hugemem.New[columnEntry](int(c.entries))
	if err != nil {
		return err
	}
	defer array.Free()
	near, err := hugemem.New[uint16](int(c.nearBegins[len(c.cuts)-1]))
	if err != nil {
		return err
	}
	defer near.Free()
	shared := array.Slice()
	if err := par.Touch(ctx, len(states), shared); err != nil {
		return err
	}
	c.near = near.Slice()
	if err := par.Touch(ctx, len(states), c.near); err != nil {
		return err
	}
	if err := c.share(ctx, len(states), shared); err != nil {
		return err
	}
	kernels := simd.Best()
	groups := make([]columnGroups, len(states))
	return par.Each(ctx, len(states), len(c.begins)-1, func(worker, bucket int) error {
		s, g := &states[worker], &groups[worker]
		s.init(c.rows)
		g.group(shared[c.begins[bucket]:c.begins[bucket+1]], c.shift)
		count := uint64(0)
		for i := range 1 << c.shift {
			near, far := g.of(i)
			if len(near)+len(far) == 0 {
				continue // the last bucket may have fewer rows
			}
			v := bucket<<c.shift + i
			begin, end := c.beyond[v], c.beyond[v+1]
			if len(near) > 0 {
				farFrom := c.farFrom(begin, end)
				count += kernels.CountNear(c.neighbors, begin, farFrom, c.near, near, g.nearMarks())
				begin = farFrom
			}
			count += kernels.CountStretches(c.neighbors, begin, end, far, s.bitmap)
		}
		return s.add(count)
	})
}

// share puts the entries into their buckets.
func (c *columns) share(ctx context.Context, workers int, to []columnEntry) error {
	return par.Each(ctx, workers, len(c.next), func(_, task int) error {
		next := c.next[task]
		c.each(task, c.near, func(v uint32, near, far simd.Stretch) {
			at, number := &next[v>>c.shift], v&(1<<c.shift-1)
			if near.Begin < near.End {
				to[*at] = columnEntry{near.Begin | nearBit, (near.End-near.Begin)<<c.shift | number}
				*at++
			}
			if far.Begin < far.End {
				to[*at] = columnEntry{far.Begin, (far.End-far.Begin)<<c.shift | number}
				*at++
			}
		})
		return nil
	})
}
