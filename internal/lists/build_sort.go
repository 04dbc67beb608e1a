package lists

import (
	"context"
	"encoding/binary"
	"math/bits"
	"unsafe"

	"github.com/tricycle-graph/tricycle/internal/radix"
)

// partSize is about how many keys are sorted at once: what the first-level cache
// holds twice.
const (
	partSize = 1 << 11
	mostPart = 11 // bits of a part's number
)

// sort sorts the keys of a bucket, and makes rows of them.
func (w *builder) sort(ctx context.Context, b *bucket, lengths []uint32) error {
	if b.width == 4 {
		return w.sortNarrow(ctx, b, lengths)
	}
	return w.sortWide(ctx, b, lengths)
}

// sortNarrow sorts keys of 32 bits.
func (w *builder) sortNarrow(ctx context.Context, b *bucket, lengths []uint32) error {
	n := int(b.records)
	if err := reserve(&w.keys, (n+1)/2, 0); err != nil {
		return err
	}
	if err := reserve(&w.spare, (n+1)/2, 0); err != nil {
		return err
	}
	keys, spare := wordsOf[uint32](w.keys.Slice())[:n], wordsOf[uint32](w.spare.Slice())[:n]
	got := 0
	err := w.eachChunk(ctx, b, func(data []byte, length int) {
		got += copy(keys[got:], recordsOf[uint32](data[:length]))
	})
	if err != nil {
		return err
	}
	sorted, err := sortKeys(ctx, w, keys, spare, b.keyBits())
	if err != nil {
		return err
	}
	if err := w.reserveEdges(n); err != nil {
		return err
	}
	unique(w, sorted, 0, b, lengths)
	return nil
}

// wordsOf returns memory as words of another size, as many as there is room for.
func wordsOf[K radix.Key](words []uint64) []K {
	if len(words) == 0 {
		return nil
	}
	n := len(words) * int(unsafe.Sizeof(words[0])/unsafe.Sizeof(K(0)))
	return unsafe.Slice((*K)(unsafe.Pointer(unsafe.SliceData(words))), n)
}

// sortKeys sorts keys by as many bits as the processor does it best.
func sortKeys[K radix.Key](ctx context.Context, w *builder, keys, tmp []K, width uint) ([]K, error) {
	if narrow, ok := any(keys).([]uint32); ok && w.few != nil {
		sorted, err := w.few.sorted(ctx, narrow, any(tmp).([]uint32), width)
		return any(sorted).([]K), err
	}
	return radix.SortUnless(ctx, keys, tmp, int(width))
}

// sortWide sorts first into parts by the leading bits, then each part in cache: by no
// more than 32 bits, if these are left.
func (w *builder) sortWide(ctx context.Context, b *bucket, lengths []uint32) error {
	n := int(b.records)
	if err := reserve(&w.keys, n, 0); err != nil {
		return err
	}
	all := b.keyBits()
	beyond := all - min(all, 32)
	size := partSize
	if w.few != nil && beyond <= mostPart { // else what is left is not for the network
		size = fewKeys
	}
	leading := min(uint(bits.Len(uint(n/size))), mostPart, all-1)
	if beyond <= mostPart {
		leading = max(leading, beyond)
	}
	p := parts{shift: all - leading}
	keys := w.keys.Slice()
	got := 0
	mask := b.keyMask()
	err := w.eachChunk(ctx, b, func(data []byte, length int) {
		to := keys[got : got+length/int(b.width)]
		for i := range to {
			key := binary.LittleEndian.Uint64(data[i*int(b.width):]) & mask
			to[i] = key
			p.at[key>>(p.shift&63)&(1<<mostPart-1)+1]++
		}
		got += len(to)
	})
	if err != nil {
		return err
	}
	if err := w.reserveEdges(n); err != nil {
		return err
	}
	if p.shift <= 32 {
		return sortParts[uint32](ctx, w, b, &p, lengths)
	}
	return sortParts[uint64](ctx, w, b, &p, lengths)
}

// parts are runs of keys that have their leading bits in common.
type parts struct {
	shift uint                    // bits that are left
	at    [1<<mostPart + 1]uint64 // keys in the part before; then where each part begins
}

// sortParts moves the keys of a bucket to their parts, of which it sorts one after the
// other.
func sortParts[K radix.Key](ctx context.Context, w *builder, b *bucket, p *parts, lengths []uint32) error {
	n := int(b.records)
	if err := reserve(&w.spare, (n*int(unsafe.Sizeof(K(0)))+7)/8, 0); err != nil {
		return err
	}
	keys, spare := w.keys.Slice()[:n], wordsOf[K](w.spare.Slice())[:n]
	for i := range 1 << mostPart {
		p.at[i+1] += p.at[i]
	}
	next := p.at
	low := uint64(1)<<(p.shift&63) - 1
	for _, key := range keys {
		part := key >> (p.shift & 63) & (1<<mostPart - 1)
		spare[next[part]] = K(key & low)
		next[part]++
	}
	free := wordsOf[K](keys)
	for part := range 1 << mostPart {
		begin, end := p.at[part], p.at[part+1]
		if begin == end {
			continue
		}
		if part&63 == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		sorted, err := sortKeys(ctx, w, spare[begin:end], free, p.shift)
		if err != nil {
			return err
		}
		unique(w, sorted, uint64(part)<<p.shift, b, lengths)
	}
	return nil
}

// unique appends the smaller end of each distinct edge of sorted keys, which
// have the bits of base besides, counts them per row in lengths, and takes what
// it merges off the masses of both ends.
func unique[K radix.Key](w *builder, sorted []K, base uint64, b *bucket, lengths []uint32) {
	edges := w.edges.Slice()
	column := uint(b.column) & 63
	columns := uint64(1)<<column - 1
	n := w.n
	reciprocal := K(0)
	for i := 0; i < len(sorted); {
		key := sorted[i]
		i++
		whole := base | uint64(key)
		row, low := whole>>column, uint32(whole&columns>>1)
		if i < len(sorted) && (sorted[i]^key)>>1 == 0 {
			first, begin := key, i
			for i < len(sorted) && (sorted[i]^key)>>1 == 0 {
				key = sorted[i]
				i++
			}
			both := (first ^ key) & 1
			reciprocal += both
			merged := uint32(i - begin)
			w.report.Duplicates += uint64(i-begin) - uint64(both)
			w.merged(b.rows.Begin+uint32(row), low, merged)
		}
		edges[n] = low
		n++
		lengths[row]++
	}
	w.report.Reciprocal += uint64(reciprocal)
	w.report.OneWay += uint64(n-w.n) - uint64(reciprocal)
	w.n = n
}
