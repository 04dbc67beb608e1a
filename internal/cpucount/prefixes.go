package cpucount

import (
	"context"
	"math"
	"sync/atomic"
	"unsafe"

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

// columnEntry is an entry v of a row, with what stands before it there: [begin, end).
type columnEntry struct{ v, begin, end uint32 }

// entryBytes is what an entry takes: itself, and its stretch.
const entryBytes = int64(unsafe.Sizeof(columnEntry{}) + unsafe.Sizeof(simd.Stretch{}))

// mostEntries is for how many entries beyond the hubs columns are made at most: none where
// that cannot pay, and no more than fit beside what is held.
func mostEntries(rows int, edges uint64, held int64, p Params) uint64 {
	if !simd.Best().Stretches || edges < columnLeast || edges > math.MaxUint32 {
		return 0
	}
	most := edges / columnShare
	if p.Memory > 0 {
		most = min(most, uint64(max(p.Memory-held-autoBytes(rows, edges, 0, p), 0)/entryBytes))
	}
	return most
}

// countColumns counts the triangles whose middle corner v is no hub, column by column: for
// every u that has v in its row, the entries before v are looked up in v's row. In a row of
// a skewed graph there are fewer of them than v has itself, since u comes later and has fewer
// neighbours. (The order of Karypis et al., HPEC 2017; our GPU counts so, too.) It reports
// false, and has done nothing, where it would be no less to scan.
//
// The entries of all v are shared out to buckets of some v each, and each bucket is then
// grouped by v in the cache.
func countColumns(ctx context.Context, o *lists.Oriented, p Params, hubs int, states []autoState) (done bool, err error) {
	most := mostEntries(o.Rows(), o.Edges(), matrixBytes(hubs), p)
	if hubs == 0 || hubs >= o.Rows() || most == 0 {
		return false, nil
	}
	return newColumns(o, hubs, len(states)).found(ctx, most, states)
}

// found adds to the states what is found in all columns of at most so many entries, if that is
// less to scan.
func (c *columns) found(ctx context.Context, most uint64, states []autoState) (done bool, err error) {
	if err := c.count(ctx, len(states)); err != nil {
		return false, err
	}
	even := c.largest <= c.entries/uint64(len(states))
	if !even || c.entries > most || float64(c.scan) < columnGain*float64(c.before) {
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

	scan, before uint64 // entries to scan of the rows v, and before the v

	// of calls take with the entries of a row, or of a half: the row of each, and where what
	// stands before it stands that may be in that row.
	of func(row int, take func(v uint32, begin, end uint64))
}

func newColumns(o *lists.Oriented, hubs, workers int) *columns {
	c := &columns{neighbors: o.Neighbors(), rows: o.Rows(), beyond: o.Offsets()[hubs:]}
	c.of = func(row int, take func(v uint32, begin, end uint64)) {
		begin := c.beyond[row]
		for at := c.beyond[row+1]; at > begin+1 && c.neighbors[at-1] >= uint32(hubs); at-- {
			take(c.neighbors[at-1]-uint32(hubs), begin, at-1)
		}
	}
	return c.cut(workers)
}

// cut cuts the rows into tasks, and chooses the buckets.
func (c *columns) cut(workers int) *columns {
	edges := func(r int) uint64 { return c.beyond[r] - c.beyond[0] }
	rows := len(c.beyond) - 1
	c.cuts = par.Cut(rows, max(4*workers, int(edges(rows)/columnTask)), edges)
	for (rows-1)>>c.shift >= columnBuckets {
		c.shift++
	}
	return c
}

// each calls take with the entries of a task.
func (c *columns) each(task int, take func(v uint32, begin, end uint64)) {
	for u := c.cuts[task]; u < c.cuts[task+1]; u++ {
		c.of(u, take)
	}
}

// count counts the entries of each bucket, and what there is to scan.
func (c *columns) count(ctx context.Context, workers int) error {
	buckets := (len(c.beyond)-2)>>c.shift + 1
	c.next = make([][]uint64, len(c.cuts)-1)
	var scan, before atomic.Uint64
	err := par.Each(ctx, workers, len(c.next), func(_, task int) error {
		counts, rows, prefixes := make([]uint64, buckets), uint64(0), uint64(0)
		c.each(task, func(v uint32, begin, end uint64) {
			counts[v>>c.shift]++
			rows += c.beyond[v+1] - c.beyond[v]
			prefixes += end - begin
		})
		c.next[task] = counts
		scan.Add(rows)
		before.Add(prefixes)
		return nil
	})
	if err != nil {
		return err
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
	shared := array.Slice()
	if err := par.Touch(ctx, len(states), shared); err != nil {
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
		g.group(shared[c.begins[bucket]:c.begins[bucket+1]], 1<<c.shift)
		count := uint64(0)
		for i := range g.ends[1:] {
			if stretches := g.stretches[g.ends[i]:g.ends[i+1]]; len(stretches) > 0 {
				v := bucket<<c.shift + i
				count += kernels.CountStretches(c.neighbors, c.beyond[v], c.beyond[v+1], stretches, s.bitmap)
			}
		}
		return s.add(count)
	})
}

// share puts the entries into their buckets.
func (c *columns) share(ctx context.Context, workers int, to []columnEntry) error {
	return par.Each(ctx, workers, len(c.next), func(_, task int) error {
		next := c.next[task]
		c.each(task, func(v uint32, begin, end uint64) {
			at := &next[v>>c.shift]
			to[*at] = columnEntry{v, uint32(begin), uint32(end)}
			*at++
		})
		return nil
	})
}

// columnGroups are the stretches of a bucket, v by v.
type columnGroups struct {
	ends      []uint32 // where those of each v begin
	stretches []simd.Stretch
}

// group takes the entries of a bucket of so many v.
func (g *columnGroups) group(entries []columnEntry, rows int) {
	if len(g.ends) == 0 {
		g.ends = make([]uint32, rows+1)
	}
	if len(g.stretches) < len(entries) {
		g.stretches = make([]simd.Stretch, len(entries))
	}
	clear(g.ends)
	mask := uint32(rows - 1)
	for _, e := range entries {
		g.ends[e.v&mask]++
	}
	sum := uint32(0)
	for i := range g.ends {
		sum, g.ends[i] = sum+g.ends[i], sum
	}
	for _, e := range entries {
		at := &g.ends[e.v&mask]
		g.stretches[*at] = simd.Stretch{Begin: e.begin, End: e.end}
		*at++
	}
	copy(g.ends[1:], g.ends) // each is now where its own end
	g.ends[0] = 0
}
