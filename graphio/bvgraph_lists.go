package graphio

import (
	"fmt"
	"math/bits"
)

// bvInterval is a run of successors.
type bvInterval struct{ begin, end uint32 }

// roomFor returns room for n items, which is used again.
func roomFor[T any](d *bvNodes, room *[]T, n int) ([]T, error) {
	if n > len(*room) {
		const most = 8 // bytes of an item
		if err := d.take(most * int64(2*n-len(*room))); err != nil {
			return nil, err
		}
		*room = make([]T, 2*n)
	}
	return (*room)[:n], nil
}

// readBlocks reads which successors in from are copied, every second block of them,
// and returns them. There must not be more than most.
func (d *bvNodes) readBlocks(from []uint32, most int) ([]uint32, error) {
	blocks := d.bits.read(d.blockCount)
	if d.bits.failed() || blocks > uint64(len(from))+1 {
		return nil, d.malformed(fmt.Sprintf("at most %s of %d successors", counted(uint64(len(from))+1, "block", "blocks"), len(from)), d.foundOr(blocks))
	}
	if blocks == 0 && len(from) <= most {
		return from, nil
	}
	copied, err := roomFor(d, &d.copied, min(len(from), most))
	if err != nil {
		return nil, err
	}
	n := 0
	for block := range blocks + 1 {
		length := uint64(len(from)) // the rest of them behind the last block
		if block < blocks {
			length = d.bits.read(d.blocks)
			if block > 0 {
				length++
			}
			if d.bits.failed() || length > uint64(len(from)) {
				return nil, d.malformed(fmt.Sprintf("a block of at most %d successors", len(from)), d.foundOr(length))
			}
		}
		if block%2 == 0 {
			if length > uint64(len(copied)-n) {
				return nil, d.malformed(fmt.Sprintf("at most %s to be copied", counted(uint64(most), "successor", "successors")), "more")
			}
			n += copy(copied[n:], from[:length])
		}
		from = from[length:]
	}
	return copied[:n], nil
}

// readExtra reads the successors of node x that are not copied: intervals, and
// residuals, which fill up.
func (d *bvNodes) readExtra(x uint64, to []uint32) error {
	intervals, left, err := d.readIntervals(x, len(to))
	if err != nil {
		return err
	}
	if len(intervals) == 0 {
		return d.readResiduals(x, to)
	}
	residuals, err := roomFor(d, &d.residuals, left)
	if err != nil {
		return err
	}
	if err := d.readResiduals(x, residuals); err != nil {
		return err
	}
	n := 0
	for _, interval := range intervals {
		for len(residuals) > 0 && residuals[0] < interval.begin {
			to[n] = residuals[0]
			residuals = residuals[1:]
			n++
		}
		for v := interval.begin; v < interval.end; v++ {
			to[n] = v
			n++
		}
	}
	copy(to[n:], residuals)
	return nil
}

// readIntervals reads the intervals of node x, and returns how many of n successors
// are left.
func (d *bvNodes) readIntervals(x uint64, n int) (intervals []bvInterval, left int, err error) {
	if d.minInterval == 0 {
		return nil, n, nil
	}
	count := d.bits.read(d.interval)
	if most := uint64(n) / d.minInterval; d.bits.failed() || count > most {
		return nil, n, d.malformed(fmt.Sprintf("at most %s of %d successors or more", counted(most, "interval", "intervals"), d.minInterval), d.foundOr(count))
	}
	if intervals, err = roomFor(d, &d.intervals, int(count)); err != nil {
		return nil, n, err
	}
	left = n
	before := x
	for i := range intervals {
		begin := d.bits.read(d.interval)
		if i == 0 {
			begin = x + fromNatural(begin) // one below 0 is too large
		} else {
			begin += before + 1
		}
		length := d.bits.read(d.interval) + d.minInterval
		if d.bits.failed() || begin >= d.nodes || length > d.nodes-begin {
			return nil, n, d.malformed(fmt.Sprintf("an interval of the %d nodes", d.nodes), d.foundOr(begin))
		}
		if length > uint64(left) {
			return nil, n, d.malformed(fmt.Sprintf("an interval of at most %s", counted(uint64(left), "successor", "successors")), fmt.Sprint(length))
		}
		intervals[i] = bvInterval{uint32(begin), uint32(begin + length)}
		before = begin + length
		left -= int(length)
	}
	return intervals, left, nil
}

// fromNatural returns the integer that a code has for it: 0, -1, 1, -2, 2 and so on
// are 0, 1, 2, 3, 4.
func fromNatural(x uint64) uint64 { return x>>1 ^ -(x & 1) }

// readResiduals reads ascending successors of node x, each but the first as its
// distance to the one before.
func (d *bvNodes) readResiduals(x uint64, to []uint32) error {
	if len(to) == 0 {
		return nil
	}
	v := x + fromNatural(d.bits.read(d.residual)) // one below 0 is too large
	to[0] = uint32(v)
	switch {
	case v >= d.nodes:
	case d.residual.kind == bvZeta:
		v = d.bits.zetas(d.residual.k, v, d.nodes, to[1:])
	default:
		for i := 1; i < len(to) && v < d.nodes; i++ {
			v += d.bits.read(d.residual) + 1
			to[i] = uint32(v)
		}
	}
	if d.bits.failed() || v >= d.nodes {
		return d.malformed(fmt.Sprintf("a successor below %d", d.nodes), d.foundOr(v))
	}
	return nil
}

// zetas reads numbers that are each by a code of zeta and 1 larger than the one
// before, the first of them than x, as long as they are below end. It returns the
// last.
func (b *bvBits) zetas(k int, x, end uint64, to []uint32) uint64 {
	for i := range to {
		b.ensure()
		word := b.look()
		zeros := bits.LeadingZeros64(word)
		if (zeros+1)*(k+1) > bvWord {
			x += b.longZeta(k) + 1
		} else {
			distance, length := zetaOf(word, zeros, zeros*k, k)
			b.pos += length
			x += distance + 1
		}
		if x >= end {
			break
		}
		to[i] = uint32(x)
	}
	return x
}

// mergeLists merges two ascending lists into to, which is as long as both.
func mergeLists(to, a, b []uint32) {
	for len(a) > 0 && len(b) > 0 {
		if a[0] < b[0] {
			to[0] = a[0]
			a = a[1:]
		} else {
			to[0] = b[0]
			b = b[1:]
		}
		to = to[1:]
	}
	copy(to[copy(to, a):], b)
}
