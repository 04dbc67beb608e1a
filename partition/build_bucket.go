package partition

import (
	"context"
	"encoding/binary"
	"math/bits"
	"sync/atomic"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/hugemem"
	"github.com/tricycle-graph/tricycle/internal/radix"
)

// builder makes the rows of one bucket after another, for one worker.
type builder struct {
	s       *Spilled
	buffer  hugemem.Array[byte]   // chunks of the file are read into
	keys    hugemem.Array[uint64] // of a bucket, or its bit matrix
	spare   hugemem.Array[uint64] // and as many again
	edges   hugemem.Array[uint32] // of a job: smaller ends, row after row
	lengths []uint32              // of the rows of a job
	n       int                   // edges of the job so far
	report  graph.Report
	longest uint32 // row
}

// reserve sees to an array of at least n elements, of which the first ones are
// kept.
func reserve[T any](a *hugemem.Array[T], n, kept int) error {
	if len(a.Slice()) >= n {
		return nil
	}
	if kept == 0 {
		a.Free()
	}
	larger, err := hugemem.New[T](n)
	if err != nil {
		return err
	}
	copy(larger.Slice(), a.Slice()[:kept])
	a.Free()
	*a = larger
	return nil
}

// add appends the rows of a bucket.
func (w *builder) add(ctx context.Context, b *bucket) error {
	first := len(w.lengths)
	w.lengths = append(w.lengths, make([]uint32, b.rows.Len())...)
	lengths := w.lengths[first:]
	var err error
	if words := uint64(b.rows.Len()) << b.column >> 6; words <= b.records {
		err = w.mark(ctx, b, int(words), lengths)
	} else {
		err = w.sort(ctx, b, lengths)
	}
	w.s.chunks.releaseAll(b.chunks)
	return err
}

// eachChunk calls visit with the bytes of each chunk of a bucket.
func (w *builder) eachChunk(ctx context.Context, b *bucket, visit func(data []byte, length int)) error {
	if err := reserve(&w.buffer, w.s.shape.chunk+keySlack, 0); err != nil {
		return err
	}
	for _, c := range b.chunks {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		data, err := w.s.chunks.read(c, w.buffer.Slice())
		if err != nil {
			return err
		}
		visit(data, c.length)
		w.s.opt.Meter.Add(int64(c.length / int(b.width)))
	}
	return nil
}

// partSize is about how many keys are sorted at once: what the first-level cache
// holds twice.
const (
	partSize = 1 << 11
	mostPart = 11 // bits of a part's number
)

// sort sorts the keys of a bucket: first into parts by their leading bits, then
// each part in cache.
func (w *builder) sort(ctx context.Context, b *bucket, lengths []uint32) error {
	n := int(b.records)
	if err := reserve(&w.keys, n, 0); err != nil {
		return err
	}
	if err := reserve(&w.spare, n, 0); err != nil {
		return err
	}
	all := b.keyBits()
	shift := all - min(uint(bits.Len(uint(n/partSize))), mostPart, all-1)
	var at [1<<mostPart + 1]uint64
	keys, spare := w.keys.Slice(), w.spare.Slice()[:n]
	got := 0
	mask := uint64(1)<<(8*uint(b.width)&63) - 1
	if b.width == 8 {
		mask = 1<<64 - 1
	}
	err := w.eachChunk(ctx, b, func(data []byte, length int) {
		to := keys[got : got+length/int(b.width)]
		for i := range to {
			key := binary.LittleEndian.Uint64(data[i*int(b.width):]) & mask
			to[i] = key
			at[key>>(shift&63)&(1<<mostPart-1)+1]++
		}
		got += len(to)
	})
	if err != nil {
		return err
	}
	for i := range 1 << mostPart {
		at[i+1] += at[i]
	}
	starts := at
	low := uint64(1)<<(shift&63) - 1
	for _, key := range keys[:n] {
		part := key >> (shift & 63) & (1<<mostPart - 1)
		spare[at[part]] = key & low
		at[part]++
	}
	if err := reserve(&w.edges, w.n+n, w.n); err != nil {
		return err
	}
	for part := range 1 << mostPart {
		begin, end := starts[part], starts[part+1]
		if begin == end {
			continue
		}
		if part&63 == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		sorted := radix.Sort(spare[begin:end], keys[begin:end], int(shift))
		w.unique(sorted, uint64(part)<<shift, b, lengths)
	}
	return nil
}

// unique appends the smaller end of each distinct edge of sorted keys, which
// have the bits of base besides, counts them per row in lengths, and takes what
// it merges off the masses of both ends.
func (w *builder) unique(sorted []uint64, base uint64, b *bucket, lengths []uint32) {
	edges := w.edges.Slice()
	column := uint(b.column) & 63
	columns := uint64(1)<<column - 1
	n := w.n
	reciprocal := uint64(0)
	for i := 0; i < len(sorted); {
		key := sorted[i]
		i++
		row, low := (base|key)>>column, uint32((base|key)&columns>>1)
		if i < len(sorted) && (sorted[i]^key)>>1 == 0 {
			first, begin := key, i
			for i < len(sorted) && (sorted[i]^key)>>1 == 0 {
				key = sorted[i]
				i++
			}
			both := (first ^ key) & 1
			reciprocal += both
			merged := uint32(i - begin)
			w.report.Duplicates += uint64(i-begin) - both
			w.s.merged(b.rows.Begin+uint32(row), low, merged)
		}
		edges[n] = low
		n++
		lengths[row]++
	}
	w.report.Reciprocal += reciprocal
	w.report.OneWay += uint64(n-w.n) - reciprocal
	w.n = n
}

// merged takes records that were merged off the masses of their ends.
func (s *Spilled) merged(row, low, records uint32) {
	mass := s.masses.low.Slice()
	atomic.AddUint32(&mass[row], -records)
	atomic.AddUint32(&mass[low], -records)
}

// mark makes the rows of a bucket that has many of its possible edges: a bit for
// each of these in each direction. It takes so many words, however often a record
// is there.
func (w *builder) mark(ctx context.Context, b *bucket, words int, lengths []uint32) error {
	if err := reserve(&w.keys, words, 0); err != nil {
		return err
	}
	matrix := w.keys.Slice()[:words]
	clear(matrix)
	mask := uint64(1)<<(8*uint(b.width)&63) - 1
	column := uint(b.column) & 63
	columns := uint64(1)<<column - 1
	duplicates := uint64(0)
	err := w.eachChunk(ctx, b, func(data []byte, length int) {
		for i := 0; i < length; i += int(b.width) {
			key := binary.LittleEndian.Uint64(data[i:]) & mask
			word, bit := &matrix[key>>6], uint64(1)<<(key&63)
			if *word&bit != 0 {
				duplicates++
				w.s.merged(b.rows.Begin+uint32(key>>column), uint32(key&columns>>1), 1)
			}
			*word |= bit
		}
	})
	if err != nil {
		return err
	}
	w.report.Duplicates += duplicates
	edges := uint64(0)
	const even = 0x5555555555555555
	for _, word := range matrix {
		edges += uint64(bits.OnesCount64((word | word>>1) & even))
	}
	if err := reserve(&w.edges, w.n+int(edges), w.n); err != nil {
		return err
	}
	to, n := w.edges.Slice(), w.n
	reciprocal := uint64(0)
	perRow := 1 << (column - 6)
	for r := range lengths {
		begin := n
		for i, word := range matrix[r*perRow : (r+1)*perRow] {
			for either := (word | word>>1) & even; either != 0; either &= either - 1 {
				at := bits.TrailingZeros64(either)
				low := uint32(i<<5 + at>>1)
				to[n] = low
				n++
				if word>>at&3 == 3 {
					reciprocal++
					w.s.merged(b.rows.Begin+uint32(r), low, 1)
				}
			}
		}
		lengths[r] = uint32(n - begin)
	}
	w.report.Reciprocal += reciprocal
	w.report.OneWay += edges - reciprocal
	w.n = n
	return nil
}

func (w *builder) free() {
	w.buffer.Free()
	w.keys.Free()
	w.spare.Free()
	w.edges.Free()
}
