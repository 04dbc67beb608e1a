package lists

import (
	"context"
	"math/bits"

	"github.com/tricycle-graph/tricycle/internal/radix"
	"github.com/tricycle-graph/tricycle/internal/simd"
)

const (
	// fewKeys is the most keys of a part in the mean: half of what a network takes.
	fewKeys = simd.FewKeys / 2
	// mostDigit are the most bits by which keys are moved at once. The open lines of so many
	// parts do not all stay in the first-level cache, but one step less pays for it.
	mostDigit = 10
	// longestPart is the most keys that are sorted from their leading bits on: half of what
	// the second-level cache holds.
	longestPart = 1 << 17
)

// fewSorter sorts keys of 32 bits: it moves them to parts by their leading bits, until those
// have so few keys that one network of comparisons sorts them. It is for one worker.
type fewSorter struct {
	sort func(keys []uint32)
	ends [4 << mostDigit]uint32 // of parts, and of parts of one of these, up to 32 bits in all
}

// newFewSorter returns one if this processor has the network.
func newFewSorter() *fewSorter {
	if k := simd.Best(); k.SortsFew {
		return &fewSorter{sort: k.SortFew}
	}
	return nil
}

// sorted returns the keys sorted by their low bits, in keys or in tmp, as radix.Sort does, but
// that higher bits may be anything that all keys have in common.
func (f *fewSorter) sorted(ctx context.Context, keys, tmp []uint32, width uint) ([]uint32, error) {
	return f.parts(ctx, keys, tmp, width, f.ends[:])
}

func (f *fewSorter) parts(ctx context.Context, keys, tmp []uint32, width uint, ends []uint32) ([]uint32, error) {
	tmp = tmp[:len(keys)]
	digit := min(uint(bits.Len(uint(len(keys)/fewKeys))), width, mostDigit)
	switch {
	case len(keys) <= simd.FewKeys:
		f.sort(keys)
		return keys, nil
	case len(keys) > longestPart, digit == 0:
		return radix.SortUnless(ctx, keys, tmp, int(width))
	}
	at, ends := ends[:1<<digit], ends[1<<digit:]
	partition(keys, tmp, width-digit, at)
	begin := uint32(0)
	for _, end := range at {
		part, free := tmp[begin:end], keys[begin:end]
		begin = end
		if len(part) <= simd.FewKeys {
			f.sort(part)
			continue
		}
		sorted, err := f.parts(ctx, part, free, width-digit, ends)
		if err != nil {
			return nil, err
		}
		if &sorted[0] != &part[0] {
			copy(part, sorted)
		}
	}
	return tmp, nil
}

// partition moves keys to parts by as many bits, from one on, as tell these apart, and tells
// where the parts end.
func partition(keys, to []uint32, shift uint, ends []uint32) {
	shift &= 31
	last := uint32(len(ends) - 1)
	clear(ends)
	for _, key := range keys {
		ends[key>>shift&last]++
	}
	sum := uint32(0)
	for i := range ends {
		sum, ends[i] = sum+ends[i], sum
	}
	for _, key := range keys {
		part := key >> shift & last
		position := ends[part]
		ends[part] = position + 1
		to[position] = key
	}
}
