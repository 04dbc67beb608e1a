package graph

import (
	"context"
	"math/bits"
	"sync/atomic"
	"unsafe"

	"github.com/tricycle-graph/tricycle/internal/hugemem"
	"github.com/tricycle-graph/tricycle/internal/par"
	"github.com/tricycle-graph/tricycle/internal/radix"
)

// dedupe turns raw records over ids below n into the lower triangle: the
// records are partitioned into buckets of rows (a row is the larger end), and
// each bucket is sorted in cache and stripped of duplicates where it stands.
// A key packs the row within its bucket, the smaller end and, last, the
// record's direction, so that duplicates and reciprocals are neighbours.
// The raw store is freed on the way.
type dedupe[K radix.Key] struct {
	rows    int
	shift   uint // of the row to its bucket
	column  uint // bits of the smaller end and the direction
	start   []uint64
	keys    hugemem.Array[K]
	loopers []atomic.Uint64 // bit set of the vertices that have a self-loop
	loops   atomic.Uint64
}

// cleanRows dedupes with the narrowest keys that fit.
func cleanRows(ctx context.Context, raw *rawStore, n int, workers int, meter *Meter) (*rowLists, *looped, Report, error) {
	records, _ := raw.records()
	shift := bucketShift(n, records)
	idBits := uint(bits.Len64(uint64(max(n-1, 0))))
	column := idBits + 1
	if narrow := narrowShift(idBits, column, shift); narrow+column <= 32 {
		return runDedupe[uint32](ctx, raw, n, narrow, column, workers, meter)
	}
	return runDedupe[uint64](ctx, raw, n, shift, column, workers, meter)
}

// looped knows the vertices that have a self-loop: a vertex may have no other
// record, and is still a vertex.
type looped struct{ bits []atomic.Uint64 }

func (l *looped) has(v int) bool { return l.bits[v>>6].Load()>>(v&63)&1 != 0 }

func runDedupe[K radix.Key](ctx context.Context, raw *rawStore, n int, shift, column uint, workers int, meter *Meter) (*rowLists, *looped, Report, error) {
	d := &dedupe[K]{rows: n, shift: shift, column: column, loopers: make([]atomic.Uint64, (n+63)/64)}
	defer raw.free()
	records, _ := raw.records()
	meter.Start("clean", int64(3*records))
	if err := d.partition(ctx, raw, workers, meter); err != nil {
		d.keys.Free()
		return nil, nil, Report{}, err
	}
	raw.free()
	l, report, err := d.sortBuckets(ctx, workers, meter)
	if err != nil {
		d.keys.Free()
		return nil, nil, Report{}, err
	}
	report.Records = records
	report.Loops = d.loops.Load()
	return l, &looped{d.loopers}, report, nil
}

func (d *dedupe[K]) buckets() int { return (d.rows + 1<<d.shift - 1) >> d.shift }

// partition moves the keys of all records to their buckets.
func (d *dedupe[K]) partition(ctx context.Context, raw *rawStore, workers int, meter *Meter) error {
	tasks := groupChunks(raw.chunks(), 4*workers)
	cursors := newCursors(len(tasks), d.buckets())
	err := par.Each(ctx, workers, len(tasks), func(_, t int) error {
		counts := cursors.of(t)
		for _, chunk := range tasks[t] {
			for _, e := range chunk {
				if e.U != e.V {
					counts[max(e.U, e.V)>>(d.shift&31)]++
				} else {
					d.loops.Add(1)
					d.loopers[e.U>>6].Or(1 << (e.U & 63))
				}
			}
			meter.Add(int64(len(chunk)))
		}
		return nil
	})
	if err != nil {
		return err
	}
	d.start = cursors.prefix()
	d.keys, err = hugemem.New[K](int(d.start[d.buckets()]))
	if err != nil {
		return err
	}
	return par.Each(ctx, workers, len(tasks), func(_, t int) error {
		at, keys := cursors.of(t), d.keys.Slice()
		shift, column := d.shift&31, d.column&63
		inBucket := uint32(1)<<shift - 1
		for _, chunk := range tasks[t] {
			for _, e := range chunk {
				high, low := max(e.U, e.V), min(e.U, e.V)
				if high == low {
					continue
				}
				// The sign of U-V: a branch here would be mispredicted half
				// of the time.
				direction := K((uint64(e.U) - uint64(e.V)) >> 63)
				cursor := &at[high>>shift]
				keys[*cursor] = K(high&inBucket)<<column | K(low)<<1 | direction
				*cursor++
			}
			meter.Add(int64(len(chunk)))
		}
		return nil
	})
}

// sortBuckets sorts each bucket, drops what stands twice, and leaves the
// smaller ends, packed, at the bucket's beginning.
func (d *dedupe[K]) sortBuckets(ctx context.Context, workers int, meter *Meter) (*rowLists, Report, error) {
	length, err := hugemem.New[uint32](d.rows)
	if err != nil {
		return nil, Report{}, err
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
	perWorker := make([]Report, workers)
	err = par.Each(ctx, workers, d.buckets(), func(worker, b int) error {
		sorted, err := scratch.sort(worker, keys[d.start[b]:d.start[b+1]], d.shift+d.column)
		if err != nil {
			return err
		}
		d.unique(sorted, l.lists[l.start[b]:], l.length[b<<d.shift:min((b+1)<<d.shift, d.rows)], &perWorker[worker])
		meter.Add(int64(len(sorted)))
		return nil
	})
	report := Report{}
	for _, r := range perWorker {
		report.Duplicates += r.Duplicates
		report.Reciprocal += r.Reciprocal
		report.OneWay += r.OneWay
	}
	if err != nil {
		length.Free()
		return nil, Report{}, err
	}
	l.edges = report.Reciprocal + report.OneWay
	return l, report, nil
}

// unique writes the smaller end of each distinct edge of the sorted keys to
// list, counts them per row in length, and counts what was merged. list may
// overlap sorted: it is never written ahead of where sorted is read.
func (d *dedupe[K]) unique(sorted []K, list, length []uint32, report *Report) {
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

// groupChunks deals chunks into at most tasks groups of about equal records.
func groupChunks(chunks [][]Edge, tasks int) [][][]Edge {
	groups := make([][][]Edge, max(min(tasks, len(chunks)), 1))
	for i, chunk := range chunks {
		g := i * len(groups) / len(chunks)
		groups[g] = append(groups[g], chunk)
	}
	return groups
}
