package truss

import (
	"math/bits"

	"github.com/tricycle-graph/tricycle/internal/simd"
)

// fillMatrix makes the bit matrix of the core, and counts the neighbours of each vertex. Lists
// have the neighbours below; those above are the same bits, turned about the diagonal.
func (c *core) fillMatrix() error {
	d, g := c.d, &c.d.g
	err := d.crew.Each(len(c.cuts)-1, func(_, i int) error {
		for u := c.cuts[i]; u < c.cuts[i+1]; u++ {
			row := c.row(uint32(u))
			for _, v := range g.lower[g.begin[u]:g.begin[u+1]] {
				row[v>>6] |= 1 << (v & 63)
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	lines := c.stride / simd.LineWords
	err = d.crew.Each(lines*lines, func(_, i int) error {
		if from, to := i/lines, i%lines; to <= from {
			c.turnLine(from, to)
		}
		return nil
	})
	if err != nil {
		return err
	}
	return d.crew.Each(len(c.cuts)-1, func(_, i int) error {
		for u := c.cuts[i]; u < c.cuts[i+1]; u++ {
			stay := 0
			for _, word := range c.row(uint32(u)) {
				stay += bits.OnesCount64(word)
			}
			g.stay[u] = uint32(stay)
		}
		return nil
	})
}

// turnLine writes what a line's worth of rows has in a line at or before the diagonal into
// the rows of that line: squares of 64 by 64 bits, turned about their diagonals.
func (c *core) turnLine(from, to int) {
	var square [64]uint64
	for i := from * simd.LineWords; i < (from+1)*simd.LineWords; i++ {
		for j := to * simd.LineWords; j < min((to+1)*simd.LineWords, i+1); j++ {
			if !c.square(i, j, &square) {
				continue
			}
			turnSquare(&square)
			for k, word := range square[:max(min(64, c.d.g.n-64*j), 0)] {
				c.words.Slice()[(64*j+k)*c.stride+i] |= word
			}
		}
	}
}

// square copies word j of 64 rows, from 64*i on, and reports whether any is not zero.
func (c *core) square(i, j int, square *[64]uint64) bool {
	all := uint64(0)
	clear(square[:])
	for k := range max(min(64, c.d.g.n-64*i), 0) {
		square[k] = c.words.Slice()[(64*i+k)*c.stride+j]
		all |= square[k]
	}
	return all != 0
}

// turnSquare makes bit i of word j what bit j of word i was, by swapping ever smaller squares
// (Warren, Hacker's Delight, 7-3).
func turnSquare(a *[64]uint64) {
	mask := uint64(1)<<32 - 1
	for width := 32; width > 0; width >>= 1 {
		for i := 0; i < 64; i = (i + width + 1) &^ width {
			swap := (a[i]>>width ^ a[i+width]) & mask
			a[i] ^= swap << width
			a[i+width] ^= swap
		}
		mask ^= mask << (width / 2)
	}
}
