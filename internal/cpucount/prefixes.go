package cpucount

import (
	"context"
	"sync/atomic"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/hugemem"
	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/par"
	"github.com/tricycle-graph/tricycle/internal/simd"
)

const (
	// columnLeast is how many edges a graph has at least for which columns are made.
	columnLeast = 1 << 22
	// columnShare is how many edges there are for each entry that there is room for at once.
	columnShare = 3
	// columnGain is how many times the entries there must be to scan otherwise.
	columnGain = 1.5
	// columnBuckets is how many buckets columns are shared out to, at most, where no bucket has more
	// than 1<<columnBits v. Larger graphs have up to mostBuckets: of fewer the first had more entries
	// than a worker's share.
	columnBuckets = 1 << 12
	columnBits    = 13
	mostBuckets   = 1 << 14
	// mostBlocks is how many blocks of rows there are at most: the rows of all v are marked once
	// more for each.
	mostBlocks = 8
	// columnWait is how many workers' shares of a block the largest bucket is at most: it is done first.
	columnWait = 2
	// columnTask is how many edges a task looks at, at most: it ends soon after Ctrl-C.
	columnTask = 1 << 24
	// columnBlockEdges is how many edges the rows of a block have at least, where memory has room.
	columnBlockEdges = 1 << 27
)

// nearIDs is how many ids are near: those of 16 bits.
const nearIDs = 1 << 16

// columnRoom is what columns may hold at once.
type columnRoom struct {
	bytes int64 // of entries, their stretches, and near entries
	tasks int   // into which their rows are cut
}

// roomFor returns the room for columns: none where they cannot pay, and no more than fits beside what is held.
func roomFor(rows int, edges uint64, held int64, p Params) columnRoom {
	if !simd.Best().Stretches || edges < columnLeast {
		return columnRoom{}
	}
	workers := par.Workers(p.Threads)
	need := entryBytes*int64(edges/columnShare) + 2*int64(min(edges, nearBit-1))
	if p.Memory <= 0 {
		return columnRoom{need, columnTasks(edges, workers, 1)}
	}
	left := max(p.Memory-held-autoBytes(rows, edges, 0, p), 1)
	tasks := columnTasks(edges, workers, need/left+1)
	return columnRoom{max(min(need, left-tableBytes(rows, edges, tasks, workers)), 0), tasks}
}

// columnTasks is into how many tasks the rows of so many edges are cut: some for each worker in every block,
// of which there are so many or more.
func columnTasks(edges uint64, workers int, blocks int64) int {
	blocks = min(max(blocks, 1+int64(edges/columnBlockEdges)), mostBlocks)
	return max(4*workers*int(blocks), int(edges/columnTask))
}

// tableBytes is what columns take at most beside their room: a counter of each bucket for each task and block; for
// each worker marks and where each v's stretches go; and the last page of each array.
func tableBytes(rows int, edges uint64, tasks, workers int) int64 {
	halves := 2 * rows // of a tripartite graph
	buckets := min(max(halves>>columnBits+1, columnBuckets), mostBuckets)
	counters := 8 * int64(tasks+mostBlocks) * int64(buckets+1)
	ends, marks := 4*int64(workers*endsOf(bucketShift(halves))), int64(workers)*nearIDs
	pages := 4*hugemem.Page + min(int64(workers)*hugemem.Page, columnWait*stretchBytes*int64(edges/2))
	return counters + hugemem.Bytes(ends) + hugemem.Bytes(marks) + pages
}

// columnBytes is what columns take at most, beside what is held.
func columnBytes(rows int, edges uint64, held int64, p Params) int64 {
	room := roomFor(rows, edges, held, p)
	if room.bytes == 0 {
		return 0
	}
	return room.bytes + tableBytes(rows, edges, room.tasks, par.Workers(p.Threads))
}

// planColumns plans to count the triangles whose middle corner v is no hub column by column: for
// every u that has v in its row, the entries before v are looked up in v's row. In a row of
// a skewed graph there are fewer of them than v has itself, since u comes later and has fewer
// neighbours. (The order of Karypis et al., HPEC 2017; our GPU counts so, too.) It returns
// nil where that would hardly be less to scan, by a sample of v, or does not fit.
//
// The rows u are taken by blocks. The entries of all v in a block are shared out to buckets of
// some v each, and each bucket is then grouped by v in the cache. What stands before them is read
// again and again, from anywhere in the lists, and nearly all of these ids are near: they are
// copied, 16 bits each, and looked up in marks that are bytes. The others are looked up as they are.
func planColumns(ctx context.Context, o *lists.Oriented, p Params, hubs int) (*columns, error) {
	room := roomFor(o.Rows(), o.Edges(), 0, p) // the matrix is made when they are gone
	if hubs == 0 || hubs >= o.Rows() || room.bytes == 0 {
		return nil, nil
	}
	return newColumns(o, hubs, nearIDs, room.tasks).plan(ctx, par.Workers(p.Threads), room.bytes)
}

// plan returns the columns, in blocks of at most so many bytes, if by the sample that is less to scan; nil
// where it is not, or there would be too many blocks.
func (c *columns) plan(ctx context.Context, workers int, bytes int64) (*columns, error) {
	if fits, err := c.fit(ctx, workers, bytes); !fits || err != nil {
		c.free()
		return nil, err
	}
	return c, nil
}

func (c *columns) fit(ctx context.Context, workers int, bytes int64) (bool, error) {
	if tasks := len(c.cuts) - 1; c.beyond[c.cuts[tasks]]-c.baseOf(0) > mostBlocks*c.positions {
		return false, nil
	}
	if err := c.count(ctx, workers); err != nil {
		return false, err
	}
	if short := c.longest>>(32-c.shift) == 0; !short || !c.pays(1) {
		return false, nil
	}
	// A worker takes a bucket alone. Workers hold different buckets of a block, so that together their
	// stretches are no more than its entries.
	fits, err := c.cutBlocks(ctx, workers, bytes)
	return fits && c.largest <= columnWait*c.entriesAtOnce/uint64(workers) && c.pays(len(c.blocks)), err
}

// pays reports whether there is less to scan before the sampled v, in so many blocks, than of their rows: for each
// block but the first these rows are marked once more.
func (c *columns) pays(blocks int) bool {
	marked, rows := uint64(0), len(c.beyond)-1
	for v := 0; blocks > 1 && v < rows; v += sampleEach {
		marked += c.beyond[min(v+sampleRun, rows)] - c.beyond[v]
	}
	return float64(c.scan) > columnGain*float64(c.before+uint64(blocks-1)*marked)
}

// work is what sum tells a meter in all; nothing where there are no columns.
func (c *columns) work() int64 {
	if c == nil {
		return 0
	}
	return int64(c.entries)
}

// columns are the entries beyond the hubs on their way to buckets.
type columns struct {
	neighbors []uint32
	rows      int      // in all
	beyond    []uint64 // bounds of the rows beyond the hubs, or of their halves: these are numbered from 0
	shift     uint
	cuts      []int // of the rows beyond the hubs, into tasks
	counters  hugemem.Array[uint64]
	next      [][]uint64 // of each task, in the counters: how many entries of each bucket, and then where they go
	blocks    []columnBlock
	positions uint64 // that a block has at most
	entries   uint64 // of all blocks
	longest   uint32 // stretch

	entriesAtOnce, nearsAtOnce uint64 // the most that a block has
	largest                    uint64 // the most entries that a bucket of a block has

	scan, before uint64 // entries to scan of the rows of sampled v, and before these

	limit      uint32   // ids below it are near
	nearBegins []uint64 // of each task's near entries, once they are counted
	near       []uint16 // of the rows of a block, one after the other

	base, nearBase uint64 // what the positions of a block count from, of its neighbors and near entries

	// each calls take with the entries of a task, and returns how many near entries their rows have.
	// It copies these to near if that is not nil.
	each func(task int, near []uint16, take columnTake) (nears uint64)
}

// columnBlock is the tasks from one up to another, whose entries are there at once.
type columnBlock struct {
	begin, end int
	begins     []uint64 // of each bucket
}

func (b *columnBlock) entries() uint64 { return b.begins[len(b.begins)-1] }

// columnTake takes an entry v of a row, and what stands before it there that may be in row v: a
// stretch of the near entries, and one of the neighbors. Either may be empty.
type columnTake func(v uint32, near, far simd.Stretch)

// newColumns makes columns, of which ids below the limit are near, and whose rows are cut into so many tasks.
func newColumns(o *lists.Oriented, hubs int, limit uint32, tasks int) *columns {
	c := &columns{neighbors: o.Neighbors(), rows: o.Rows(), beyond: o.Offsets()[hubs:], limit: limit}
	c.cut(tasks)
	c.each = func(task int, near []uint16, take columnTake) uint64 {
		first := uint32(c.nearBegins[task] - c.nearBase)
		at := first
		for u := c.cuts[task]; u < c.cuts[task+1]; u++ {
			begin, end := c.beyond[u], c.beyond[u+1]
			if end-begin < 2 || c.neighbors[end-1] < uint32(hubs) {
				continue
			}
			far := c.farFrom(begin, end)
			for i := end - 1; i > begin && c.neighbors[i] >= uint32(hubs); i-- {
				take(c.neighbors[i]-uint32(hubs), simd.Stretch{Begin: at, End: at + uint32(min(i, far)-begin)},
					simd.Stretch{Begin: uint32(far - c.base), End: uint32(max(i, far) - c.base)})
			}
			if near != nil {
				copyNear(near[at:], c.neighbors[begin:far])
			}
			at += uint32(far - begin)
		}
		return uint64(at - first)
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
func (c *columns) cut(tasks int) {
	edges := func(r int) uint64 { return c.beyond[r] - c.beyond[0] }
	rows := len(c.beyond) - 1
	c.cuts = par.Cut(rows, tasks, edges)
	c.shift = bucketShift(rows)
	c.nearBegins = make([]uint64, len(c.cuts))
	c.positions = nearBit - 1
}

// bucketShift chooses how many v a bucket has, a power of two.
func bucketShift(rows int) (shift uint) {
	for last := rows - 1; last>>shift >= columnBuckets && shift < columnBits || last>>shift >= mostBuckets; {
		shift++
	}
	return shift
}

const (
	// Of sampleEach v the first sampleRun, as many as a cache line has offsets, are in the sample that tells what there
	// is to scan. To ask for the offsets of all v took two thirds as long as all else that count does.
	sampleRun  = 8
	sampleEach = 64
)

func sampled(v uint32) bool { return v%sampleEach < sampleRun }

// count counts the entries of each bucket, and what there is to scan for sampled v.
func (c *columns) count(ctx context.Context, workers int) error {
	buckets := c.buckets()
	c.next = make([][]uint64, len(c.cuts)-1)
	var err error
	if c.counters, err = hugemem.New[uint64](len(c.next) * buckets); err != nil {
		return err
	}
	nears, longest := make([]uint64, len(c.next)), make([]uint32, len(c.next))
	var scan, before atomic.Uint64
	err = par.Each(ctx, workers, len(c.next), func(_, task int) error {
		counts := c.counters.Slice()[task*buckets:][:buckets]
		rows, prefixes, most := uint64(0), uint64(0), uint32(0)
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
	return nil
}

func (c *columns) buckets() int { return bucketsOf(len(c.beyond)-1, c.shift) }

func bucketsOf(rows int, shift uint) int { return (rows-1)>>shift + 1 }

// cutBlocks makes blocks, for all of which so many bytes are enough, and says where their entries go, or reports
// false where there would be too many blocks.
func (c *columns) cutBlocks(ctx context.Context, workers int, bytes int64) (fits bool, err error) {
	begin, entries := 0, uint64(0)
	within := func(begin, end int, entries uint64) bool {
		entries, nears := max(c.entriesAtOnce, entries), max(c.nearsAtOnce, c.nears(begin, end))
		return entryBytes*int64(entries)+2*int64(nears) <= bytes && c.span(begin, end) <= c.positions
	}
	end := func(at int) {
		c.blocks = append(c.blocks, columnBlock{begin: begin, end: at})
		c.entriesAtOnce, c.nearsAtOnce = max(c.entriesAtOnce, entries), max(c.nearsAtOnce, c.nears(begin, at))
		begin, entries = at, 0
	}
	for task := range c.next {
		own := uint64(0)
		for _, n := range c.next[task] {
			own += n
		}
		if task > begin && !within(begin, task+1, entries+own) {
			end(task)
		}
		if entries += own; !within(begin, task+1, entries) {
			return false, nil
		}
		c.entries += own
	}
	end(len(c.next))
	if len(c.blocks) > mostBlocks {
		return false, nil
	}
	for i := range c.blocks {
		b := &c.blocks[i]
		if b.begins, err = par.Place(ctx, workers, c.buckets(), c.next[b.begin:b.end]); err != nil {
			return false, err
		}
		for bucket := range c.buckets() {
			c.largest = max(c.largest, b.begins[bucket+1]-b.begins[bucket])
		}
	}
	return true, nil
}

// span is how many positions a block of tasks has, of neighbors or of near entries.
func (c *columns) span(begin, end int) uint64 {
	return max(c.beyond[c.cuts[end]]-c.baseOf(begin), c.nears(begin, end))
}

// nears is how many near entries a block of tasks has.
func (c *columns) nears(begin, end int) uint64 { return c.nearBegins[end] - c.nearBegins[begin] }

// baseOf is what the positions of the neighbors count from in a block that begins with a task: where a row
// begins, of whose halves the second may be the block's first.
func (c *columns) baseOf(task int) uint64 { return c.beyond[c.cuts[task]&^1] }

// free gives back what the columns hold.
func (c *columns) free() { c.counters.Free() }

// sum adds to the states what is found in all columns, and frees them.
func (c *columns) sum(ctx context.Context, meter *graph.Meter, states []autoState) error {
	defer c.free()
	array, err := hugemem.New[columnEntry](int(c.entriesAtOnce))
	if err != nil {
		return err
	}
	defer array.Free()
	near, err := hugemem.New[uint16](int(c.nearsAtOnce))
	if err != nil {
		return err
	}
	defer near.Free()
	if err := par.Touch(ctx, len(states), array.Slice()); err != nil {
		return err
	}
	c.near = near.Slice()
	if err := par.Touch(ctx, len(states), c.near); err != nil {
		return err
	}
	var tables columnTables
	for i := range c.blocks {
		if err := c.sumBlock(ctx, meter, &c.blocks[i], array.Slice(), &tables, states); err != nil {
			return err
		}
	}
	return nil
}

func (c *columns) sumBlock(ctx context.Context, meter *graph.Meter, b *columnBlock, shared []columnEntry, tables *columnTables, states []autoState) error {
	c.base, c.nearBase = c.baseOf(b.begin), c.nearBegins[b.begin]
	if err := c.share(ctx, len(states), b, shared); err != nil {
		return err
	}
	kernels := simd.Best()
	defer tables.free()
	groups, err := tables.make(len(states), c.shift, c.largest)
	if err != nil {
		return err
	}
	return par.Each(ctx, len(states), c.buckets(), func(worker, bucket int) error {
		s, g := &states[worker], &groups[worker]
		s.init(c.rows)
		g.group(shared[b.begins[bucket]:b.begins[bucket+1]], c.shift)
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
				count += kernels.CountNear(c.neighbors, begin, farFrom, c.near, near, g.marks)
				begin = farFrom
			}
			count += kernels.CountStretches(c.neighbors, begin, end, c.base, far, s.bitmap)
		}
		meter.Add(int64(b.begins[bucket+1] - b.begins[bucket]))
		return s.add(count)
	})
}

// share puts the entries of a block into their buckets.
func (c *columns) share(ctx context.Context, workers int, b *columnBlock, to []columnEntry) error {
	return par.Each(ctx, workers, b.end-b.begin, func(_, task int) error {
		next := c.next[b.begin+task]
		c.each(b.begin+task, c.near, func(v uint32, near, far simd.Stretch) {
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
