package lists

import (
	"context"
	"math/bits"
	"unsafe"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/hugemem"
	"github.com/tricycle-graph/tricycle/internal/par"
	"github.com/tricycle-graph/tricycle/internal/simd"
)

// bucket is a run of rows whose records are kept together: those whose larger
// end has one of these ranks. A key packs the row within its bucket, the smaller
// end and, last, the record's direction, so that duplicates and reciprocals are
// neighbours when keys are sorted.
type bucket struct {
	rows    span
	column  uint8  // bits of the smaller end and the direction
	width   uint8  // bytes of a key in a chunk
	ends    uint64 // of records at its rows: no fewer than it has records
	records uint64
	chunks  []chunk
}

// span is the ranks from Begin to before End.
type span struct{ Begin, End uint32 }

// Len returns the number of ranks.
func (s span) Len() int { return int(s.End) - int(s.Begin) }

// keyBits returns the number of bits in use of a key.
func (b *bucket) keyBits() uint { return uint(b.column) + uint(bits.Len32(b.rows.End-1-b.rows.Begin)) }

// keyMask has the bits of the bytes that a key takes in a chunk.
func (b *bucket) keyMask() uint64 { return ^uint64(0) >> (64 - 8*uint(b.width)) }

const (
	// leastColumn lets each row of a bit matrix begin with a word.
	leastColumn = 6
	// leastWidth lets narrow keys be read as they are, where there is memory for that.
	leastWidth = 4
)

// cutBuckets cuts the ranks into buckets of at most so many ends, single rows
// apart, at bins, and at every power of two. at maps bins to buckets.
func cutBuckets(ctx context.Context, m *masses, k bins, shape shape, workers int) (buckets []bucket, at []uint16, err error) {
	rows := m.rows()
	if rows == 0 {
		return nil, nil, nil
	}
	ends := make([]uint64, k.Of(uint32(rows-1))+1) // of each bin
	err = par.Each(ctx, workers, len(ends), func(_, bin int) error {
		sum := uint64(0) // others write beside ends[bin]
		for r := k.begin(uint32(bin)); r < min(k.begin(uint32(bin+1)), uint64(rows)); r++ {
			sum += m.of(int(r))
		}
		ends[bin] = sum
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	// Keys of 32 bits are sorted in half the time of longer ones, if that takes no more
	// buckets than there are otherwise.
	column := max(bits.Len(uint(rows-1))+1, leastColumn)
	narrowRows := uint64(1) << max(32-column, 0)
	narrow := uint64(rows)/narrowRows <= shape.narrow && k.fits(narrowRows)
	for bin, n := range ends {
		begin, end := k.begin(uint32(bin)), min(k.begin(uint32(bin+1)), uint64(rows))
		last := len(buckets) - 1
		if last < 0 || buckets[last].ends+n > shape.target || begin&(begin-1) == 0 || narrow && end-uint64(buckets[last].rows.Begin) > narrowRows {
			buckets = append(buckets, bucket{rows: span{uint32(begin), uint32(end)}, ends: n})
			last++
		} else {
			buckets[last].rows.End = uint32(end)
			buckets[last].ends += n
		}
		at = append(at, uint16(last))
	}
	for i := range buckets {
		b := &buckets[i]
		b.column = uint8(max(bits.Len32(b.rows.End-1)+1, leastColumn))
		b.width = uint8((b.keyBits() + 7) / 8)
		if shape.narrow > 0 {
			b.width = max(b.width, leastWidth)
		}
	}
	return buckets, at, nil
}

// keptLane is what a worker has of a bucket.
type keptLane struct {
	memory hugemem.Array[byte] // that the lane fills
	full   []chunk
}

// keyLanes are what one worker meets, a lane for each bucket.
type keyLanes struct {
	seen
	lanes  []simd.Lane
	kept   []keptLane
	at     []uint16
	bins   bins
	rows   uint32
	size   int // of a chunk
	arena  arena
	chunks *chunkStore

	kernels simd.Kernels
	ends    simd.Ends
}

// keysAtOnce is how many keys are made before they are shared out.
const keysAtOnce = simd.EndsAtOnce

// newKeyLanes makes the lanes of one of so many workers.
func newKeyLanes(buckets []bucket, at []uint16, k bins, size int, chunks *chunkStore, workers int) *keyLanes {
	n := len(buckets)
	// Of the ends at the rows of a bucket about half are the larger ends of their records, whose
	// keys come here: likely is how many chunks a worker's share of these fills, and a quarter more.
	likely := func(b *bucket) int { return int(b.ends)*int(b.width)*5/8/size/workers + 1 }
	all := 0
	for i := range buckets {
		all += likely(&buckets[i])
	}
	full := make([]chunk, all)
	l := &keyLanes{lanes: make([]simd.Lane, n), kept: make([]keptLane, n), at: at, bins: k, size: size, chunks: chunks, kernels: simd.Best()}
	for i := range l.lanes {
		b := &buckets[i]
		l.rows = b.rows.End
		l.lanes[i] = simd.Lane{First: b.rows.Begin, Column: b.column, Width: b.width}
		some := likely(b)
		l.kept[i].full, full = full[:0:some], full[some:]
	}
	return l
}

// keySlack is how far behind a key bytes of a chunk may be read or written: keys
// are moved as words.
const keySlack = simd.KeySlack

// push adds the keys of at most keysAtOnce records, given as the ranks of their ends. It
// returns false where one of these has none, that is, was not counted.
func (l *keyLanes) push(pairs []graph.Edge) (bool, error) {
	n, ok := l.kernels.Split(pairs, l.bins.Bins, l.rows, &l.ends)
	if !ok {
		return false, nil
	}
	l.loops += uint64(len(pairs) - n)
	for done := 0; ; {
		done = l.kernels.Scatter(&l.ends, done, n, l.at, l.lanes)
		if done == n {
			return true, nil
		}
		if err := l.next(int(l.at[l.ends.Bin[done]])); err != nil {
			return false, err
		}
	}
}

// next keeps what a lane has, if anything, and sees to an empty buffer.
func (l *keyLanes) next(bucket int) error {
	kept := &l.kept[bucket]
	if err := l.keep(bucket); err != nil {
		return err
	}
	if len(kept.memory.Slice()) == 0 {
		var err error
		if kept.memory, err = l.chunks.buffer(&l.arena, l.size); err != nil {
			return err
		}
	}
	buffer := kept.memory.Slice()
	lane := &l.lanes[bucket]
	lane.Base, lane.Limit = unsafe.SliceData(buffer), uint32(len(buffer)-keySlack+1)
	return nil
}

// keep keeps what a lane has, if anything.
func (l *keyLanes) keep(bucket int) error {
	lane, kept := &l.lanes[bucket], &l.kept[bucket]
	if lane.Fill == 0 {
		return nil
	}
	c, err := l.chunks.keep(&kept.memory, int(lane.Fill))
	if err != nil {
		return err
	}
	kept.full = append(kept.full, c)
	lane.Empty()
	return nil
}

// finish keeps what a lane still has, frees its buffer and returns all chunks.
func (l *keyLanes) finish(bucket int) ([]chunk, error) {
	err := l.keep(bucket)
	kept := &l.kept[bucket]
	full := kept.full
	kept.full = nil
	kept.memory.Free()
	l.lanes[bucket].Empty()
	return full, err
}

// free gives back what the lanes still hold.
func (l *keyLanes) free() {
	for i := range l.kept {
		l.kept[i].memory.Free()
		l.chunks.releaseAll(l.kept[i].full)
	}
	l.lanes, l.kept = nil, nil
}
