package cpucount

import (
	"context"
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

// columnEntry is an entry v of a row, with a stretch of what stands before it there: where it begins,
// with nearBit if that is in the near entries, and how long it is, with the number of v in its bucket in
// the lower bits.
type columnEntry struct{ begin, length uint32 }

const (
	// nearIDs is how many ids are near: those of 16 bits.
	nearIDs = 1 << 16
	nearBit = 1 << 31
	// entryBytes is what an entry takes: itself, and its stretch.
	entryBytes = int64(unsafe.Sizeof(columnEntry{}) + unsafe.Sizeof(simd.Stretch{}))
)

// mostEntries is for how many entries beyond the hubs columns are made at most: none where
// that cannot pay, and no more than fit beside what is held.
func mostEntries(rows int, edges uint64, held int64, p Params) uint64 {
	if !simd.Best().Stretches || edges < columnLeast || edges >= nearBit {
		return 0
	}
	most := edges / columnShare
	if p.Memory > 0 {
		most = min(most, uint64(max(p.Memory-held-autoBytes(rows, edges, 0, p)-nearBytes(edges, p), 0)/entryBytes))
	}
	return most
}

// nearBytes is what the near entries take at most, and the marks of all workers.
func nearBytes(edges uint64, p Params) int64 {
	return 2*int64(edges) + nearIDs*int64(par.Workers(p.Threads))
}

// columnBytes is what columns take at most, beside what is held.
func columnBytes(rows int, edges uint64, held int64, p Params) int64 {
	most := mostEntries(rows, edges, held, p)
	if most == 0 {
		return 0
	}
	return entryBytes*int64(most) + nearBytes(edges, p)
}

// countColumns counts the triangles whose middle corner v is no hub, column by column: for
// every u that has v in its row, the entries before v are looked up in v's row. In a row of
// a skewed graph there are fewer of them than v has itself, since u comes later and has fewer
// neighbours. (The order of Karypis et al., HPEC 2017; our GPU counts so, too.) It reports
// false, and has done nothing, where it would be no less to scan.
//
// The entries of all v are shared out to buckets of some v each, and each bucket is then
// grouped by v in the cache. What stands before them is read again and again, from anywhere in
// the lists, and most of it are small ids: these are copied to a list of 16 bits each, and the
// rest is looked up apart.
func countColumns(ctx context.Context, o *lists.Oriented, p Params, hubs int, states []autoState) (done bool, err error) {
	most := mostEntries(o.Rows(), o.Edges(), matrixBytes(hubs), p)
	if hubs == 0 || hubs >= o.Rows() || most == 0 {
		return false, nil
	}
	return newColumns(o, hubs, nearIDs, len(states)).found(ctx, most, states)
}

// found adds to the states what is found in all columns of at most so many entries, if that is
// less to scan.
func (c *columns) found(ctx context.Context, most uint64, states []autoState) (done bool, err error) {
	if err := c.count(ctx, len(states)); err != nil {
		return false, err
	}
	even := c.largest <= c.entries/uint64(len(states))
	short := c.longest>>(32-c.shift) == 0
	if !even || !short || c.entries > most || float64(c.scan) < columnGain*float64(c.before) {
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
	longest   uint32 // stretch, or two of a row

	scan, before uint64 // entries to scan of the rows v, and before the v

	limit  uint32   // of near entries
	starts []uint64 // of each task's near entries, which are counted first
	near   []uint16 // of the rows beyond the hubs, one after the other

	// each calls take with the entries of a task, and returns how many near entries of rows it
	// came by, which it copies where there is room for them.
	each func(task int, take columnTake) (near uint64)
}

// columnTake takes an entry v of a row, and what stands before it there that may be in row v: a
// stretch of the near entries, and one of the neighbors. One of them may be empty.
type columnTake func(v uint32, near, far simd.Stretch)

// newColumns makes columns, of which ids of less than limit are near.
func newColumns(o *lists.Oriented, hubs int, limit uint32, workers int) *columns {
	c := &columns{neighbors: o.Neighbors(), rows: o.Rows(), beyond: o.Offsets()[hubs:], limit: limit}
	c.cut(workers)
	c.each = func(task int, take columnTake) uint64 {
		at := uint32(c.starts[task])
		for u := c.cuts[task]; u < c.cuts[task+1]; u++ {
			begin := uint32(c.beyond[u])
			row := c.neighbors[begin:c.beyond[u+1]]
			i := len(row) - 1
			if i < 1 || row[i] < uint32(hubs) {
				continue
			}
			near := len(row)
			for near > 0 && row[near-1] >= limit {
				near--
			}
			for ; i > 0 && row[i] >= uint32(hubs); i-- {
				take(row[i]-uint32(hubs), simd.Stretch{Begin: at, End: at + uint32(min(i, near))},
					simd.Stretch{Begin: begin + uint32(near), End: begin + uint32(max(i, near))})
			}
			if c.near != nil {
				copyNear(c.near[at:], row[:near])
			}
			at += uint32(near)
		}
		return uint64(at) - c.starts[task]
	}
	return c
}

func copyNear(to []uint16, near []uint32) {
	to = to[:len(near)]
	for i, w := range near {
		to[i] = uint16(w)
	}
}

// cut cuts the rows into tasks, and chooses the buckets.
func (c *columns) cut(workers int) {
	edges := func(r int) uint64 { return c.beyond[r] - c.beyond[0] }
	rows := len(c.beyond) - 1
	c.cuts = par.Cut(rows, max(4*workers, int(edges(rows)/columnTask)), edges)
	for (rows-1)>>c.shift >= columnBuckets {
		c.shift++
	}
	c.starts = make([]uint64, len(c.cuts))
}

// count counts the entries of each bucket, and what there is to scan.
func (c *columns) count(ctx context.Context, workers int) error {
	buckets := (len(c.beyond)-2)>>c.shift + 1
	c.next = make([][]uint64, len(c.cuts)-1)
	came, longest := make([]uint64, len(c.next)), make([]uint32, len(c.next)) // near entries; stretch
	var scan, before atomic.Uint64
	err := par.Each(ctx, workers, len(c.next), func(_, task int) error {
		counts, rows, prefixes, most := make([]uint64, buckets), uint64(0), uint64(0), uint32(0)
		came[task] = c.each(task, func(v uint32, near, far simd.Stretch) {
			length := near.End - near.Begin
			if length > 0 {
				counts[v>>c.shift]++
			}
			if far.Begin < far.End {
				counts[v>>c.shift]++
				length += far.End - far.Begin
			}
			prefixes += uint64(length)
			most = max(most, length)
			rows += c.beyond[v+1] - c.beyond[v]
		})
		c.next[task], longest[task] = counts, most
		scan.Add(rows)
		before.Add(prefixes)
		return nil
	})
	if err != nil {
		return err
	}
	for i, n := range came {
		c.starts[i+1] = c.starts[i] + n
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
	near, err := hugemem.New[uint16](int(c.starts[len(c.starts)-1]))
	if err != nil {
		return err
	}
	defer near.Free()
	shared := array.Slice()
	if err := par.Touch(ctx, len(states), shared); err != nil {
		return err
	}
	if c.near = near.Slice(); len(c.near) > 0 {
		if err := par.Touch(ctx, len(states), c.near); err != nil {
			return err
		}
	}
	if err := c.share(ctx, len(states), shared); err != nil {
		return err
	}
	kernels := simd.Best()
	groups := make([]columnGroups, len(states))
	return par.Each(ctx, len(states), len(c.begins)-1, func(worker, bucket int) error {
		s, g := &states[worker], &groups[worker]
		s.init(c.rows)
		s.initMarks()
		g.group(shared[c.begins[bucket]:c.begins[bucket+1]], c.shift)
		count := uint64(0)
		for i := range 1 << c.shift {
			if g.ends[2*i] == g.ends[2*i+2] {
				continue // or there may be no row v
			}
			v := bucket<<c.shift + i
			begin, end := c.beyond[v], c.beyond[v+1]
			if near := g.of(i, true); len(near) > 0 {
				far := c.far(begin, end)
				count += kernels.CountNear(c.neighbors, begin, far, c.near, near, s.marks)
				begin = far
			}
			count += kernels.CountStretches(c.neighbors, begin, end, g.of(i, false), s.bitmap)
		}
		return s.add(count)
	})
}

// far returns where the entries of a row begin that are not near.
func (c *columns) far(begin, end uint64) uint64 {
	for end > begin && c.neighbors[end-1] >= c.limit {
		end--
	}
	return end
}

// share puts the entries into their buckets.
func (c *columns) share(ctx context.Context, workers int, to []columnEntry) error {
	return par.Each(ctx, workers, len(c.next), func(_, task int) error {
		next := c.next[task]
		c.each(task, func(v uint32, near, far simd.Stretch) {
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

// columnGroups are the stretches of a bucket, v by v.
type columnGroups struct {
	ends      []uint32 // where the near ones of each v begin, and the others
	stretches []simd.Stretch
}

// of returns the stretches of a v.
func (g *columnGroups) of(v int, near bool) []simd.Stretch {
	i := 2 * v
	if !near {
		i++
	}
	return g.stretches[g.ends[i]:g.ends[i+1]]
}

// group takes the entries of a bucket of 1<<shift v.
func (g *columnGroups) group(entries []columnEntry, shift uint) {
	if len(g.ends) == 0 {
		g.ends = make([]uint32, 2<<shift+1)
	}
	if len(g.stretches) < len(entries) {
		g.stretches = make([]simd.Stretch, len(entries))
	}
	clear(g.ends)
	mask := uint32(1<<shift - 1)
	key := func(e columnEntry) uint32 { return 2*(e.length&mask) + (e.begin/nearBit ^ 1) }
	for _, e := range entries {
		g.ends[key(e)]++
	}
	sum := uint32(0)
	for i := range g.ends {
		sum, g.ends[i] = sum+g.ends[i], sum
	}
	for _, e := range entries {
		at := &g.ends[key(e)]
		begin := e.begin &^ nearBit
		g.stretches[*at] = simd.Stretch{Begin: begin, End: begin + e.length>>shift}
		*at++
	}
	copy(g.ends[1:], g.ends) // each is now where its own end
	g.ends[0] = 0
}
