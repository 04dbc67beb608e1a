package lists

import (
	"context"
	"math/bits"
	"sync/atomic"
	"unsafe"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/hugemem"
	"github.com/tricycle-graph/tricycle/internal/par"
	"github.com/tricycle-graph/tricycle/internal/radix"
)

// dedupe turns raw records over ids below rows into the lower triangle: the
// records are partitioned into buckets of rows (a row is the larger end), and
// each bucket is sorted in cache and stripped of duplicates where it stands.
// A key packs the row within its bucket, the smaller end and, last, the
// record's direction, so that duplicates and reciprocals are neighbours.
type dedupe[K radix.Key] struct {
	rows    int
	shift   uint // of the row to its bucket
	column  uint // bits of the smaller end and the direction
	start   []uint64
	keys    hugemem.Array[K]
	loopers *looped
}

// looped knows the vertices that have a self-loop: a vertex may have no other
// record, and is still a vertex.
type looped struct{ bits []atomic.Uint64 }

func (l *looped) add(v uint32)   { l.bits[v>>6].Or(1 << (v & 63)) }
func (l *looped) has(v int) bool { return l.bits[v>>6].Load()>>(v&63)&1 != 0 }

// keyShape returns how a record over ids below n is packed into a key: shift
// takes the larger end to its bucket, column is the bits of the smaller end and
// the direction, and narrow says that 32 bits hold the key.
func (r *Raw) keyShape(n int) (shift, column uint, narrow bool) {
	shift = bucketShift(n, r.tally.records)
	idBits := uint(bits.Len64(uint64(max(n-1, 0))))
	column = idBits + 1
	if less := narrowShift(idBits, column, shift); less+column <= 32 {
		return less, column, true
	}
	return shift, column, false
}

// cleanRows dedupes with the narrowest keys that fit.
func (r *Raw) cleanRows(ctx context.Context, n int) (*rowLists, *looped, graph.Report, error) {
	shift, column, narrow := r.keyShape(n)
	if narrow {
		return runDedupe[uint32](ctx, r, n, shift, column)
	}
	return runDedupe[uint64](ctx, r, n, shift, column)
}

func runDedupe[K radix.Key](ctx context.Context, r *Raw, n int, shift, column uint) (*rowLists, *looped, graph.Report, error) {
	d := &dedupe[K]{rows: n, shift: shift, column: column, loopers: &looped{make([]atomic.Uint64, (n+63)/64)}}
	r.meter.Start("clean", int64(3*r.tally.records))
	err := d.partition(ctx, r)
	r.free()
	if err != nil {
		d.keys.Free()
		return nil, nil, graph.Report{}, err
	}
	l, report, err := d.sortBuckets(ctx, r.workers, r.meter)
	if err != nil {
		d.keys.Free()
		return nil, nil, graph.Report{}, err
	}
	report.Records = r.tally.records + r.tally.loops
	report.Loops = r.tally.loops
	return l, d.loopers, report, nil
}

func (d *dedupe[K]) buckets() int { return (d.rows + 1<<d.shift - 1) >> d.shift }

// partition moves the keys of all records to their buckets. Which worker puts
// what where within a bucket is left to chance; sorting makes it one again.
func (d *dedupe[K]) partition(ctx context.Context, r *Raw) error {
	d.start = r.tally.buckets(d.buckets(), d.shift)
	var err error
	if d.keys, err = hugemem.New[K](int(d.start[d.buckets()])); err != nil {
		return err
	}
	changed := &graph.InputError{File: r.info.Name, Found: "other records than a moment ago: the file changed while it was read"}
	s := newScatter(d.keys.Slice(), d.start)
	lanes := make([]*scatterLane[K], r.workers)
	err = r.each(ctx, func(worker int, edges []graph.Edge) error {
		if lanes[worker] == nil {
			lanes[worker] = s.lane()
		}
		if !d.push(lanes[worker], edges) {
			return changed
		}
		r.meter.Add(int64(len(edges)))
		return nil
	})
	if err != nil {
		return err
	}
	for _, lane := range lanes {
		if lane != nil && !lane.flushAll() {
			return changed
		}
	}
	if !s.complete() {
		return changed
	}
	return nil
}

// push sends the keys of edges to their buckets. It reports false where they
// cannot be the records that were tallied.
func (d *dedupe[K]) push(lane *scatterLane[K], edges []graph.Edge) bool {
	shift, column := d.shift&31, d.column&63
	inBucket := uint32(1)<<shift - 1
	for _, e := range edges {
		high, low := max(e.U, e.V), min(e.U, e.V)
		if int(high) >= d.rows {
			return false
		}
		if high == low {
			d.loopers.add(high)
			continue
		}
		// The sign of U-V: a branch here would be mispredicted half of the
		// time.
		direction := K((uint64(e.U) - uint64(e.V)) >> 63)
		if !lane.push(high>>shift, K(high&inBucket)<<column|K(low)<<1|direction) {
			return false
		}
	}
	return true
}

// sortBuckets sorts each bucket, drops what stands twice, and leaves the
// smaller ends, packed, at the bucket's beginning.
func (d *dedupe[K]) sortBuckets(ctx context.Context, workers int, meter *graph.Meter) (*rowLists, graph.Report, error) {
	length, err := hugemem.New[uint32](d.rows)
	if err != nil {
		return nil, graph.Report{}, err
	}
	l := &rowLists{rows: d.rows, shift: d.shift, length: length.Slice(), memory: freers{&d.keys, &length}}
	keys := d.keys.Slice()
	if len(keys) > 0 {
		words := len(keys) * int(unsafe.Sizeof(K(0))/unsafe.Sizeof(l.lists[0]))
		l.lists = unsafe.Slice((*uint32)(unsafe.Pointer(unsafe.SliceData(keys))), words)
	}
	l.start = make([]uint64, d.buckets())
	for b := range l.start {
		l.start[b] = d.start[b] * uint64(unsafe.Sizeof(K(0))/unsafe.Sizeof(l.lists[0]))
	}
	scratch := newSortScratch[K](workers)
	defer scratch.free()
	perWorker := make([]graph.Report, workers)
	err = par.Each(ctx, workers, d.buckets(), func(worker, b int) error {
		sorted, err := scratch.sort(ctx, worker, keys[d.start[b]:d.start[b+1]], d.shift+d.column)
		if err != nil {
			return err
		}
		d.unique(sorted, l.lists[l.start[b]:], l.length[b<<d.shift:min((b+1)<<d.shift, d.rows)], &perWorker[worker])
		meter.Add(int64(len(sorted)))
		return nil
	})
	report := graph.Report{}
	for _, r := range perWorker {
		report.Duplicates += r.Duplicates
		report.Reciprocal += r.Reciprocal
		report.OneWay += r.OneWay
	}
	if err != nil {
		length.Free()
		return nil, graph.Report{}, err
	}
	l.edges = report.Reciprocal + report.OneWay
	return l, report, nil
}

// unique writes the smaller end of each distinct edge of the sorted keys to
// list, counts them per row in length, and counts what was merged. list may
// overlap sorted: it is never written ahead of where sorted is read.
func (d *dedupe[K]) unique(sorted []K, list, length []uint32, report *graph.Report) {
	column := d.column & 63
	columnMask := K(1)<<column - 1
	n, reciprocal, records := 0, uint64(0), uint64(len(sorted))
	for i := 0; i < len(sorted); {
		key := sorted[i]
		i++
		if i < len(sorted) && (sorted[i]^key)>>1 == 0 {
			first := key
			for i < len(sorted) && (sorted[i]^key)>>1 == 0 {
				key = sorted[i]
				i++
			}
			reciprocal += uint64((first ^ key) & 1)
		}
		list[n] = uint32(key & columnMask >> 1)
		n++
		length[key>>column]++
	}
	report.Reciprocal += reciprocal
	report.OneWay += uint64(n) - reciprocal
	report.Duplicates += records - uint64(n) - reciprocal
}
