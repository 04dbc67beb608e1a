package inflate

import (
	"bytes"
	"encoding/binary"
)

// A part of a deflate stream can be inflated before what is in front of it. Where its first block
// begins is guessed, and each byte that is copied from the 32 KiB in front of that is a mark of its
// place there. Once these are known, so is it whether the guess was right: it was if the part in
// front ends at that very bit. (Kerbiriou and Chikhi, "Parallel decompression of gzip-compressed
// files and random access to DNA sequences", 2019.)
const (
	// stretchSize is how much of a stream a part has. The last of its blocks may end in the next
	// one, of which it has a half, too.
	stretchSize = 512 << 10
	// mostSymbols is how many symbols a part may have: then it ends with the block before.
	mostSymbols = 4 << 20
	// mark begins the symbols that stand for places.
	mark = 1 << 15
)

// guess is a part of a stream that is inflated so.
type guess struct {
	packed []byte // the stretch, and more
	size   int    // of the stretch
	first  int    // bit from which on the first block is looked for
	known  bool   // it begins there

	// What was found: the first block's first bit, and the bit behind the last block, which
	// is the first one where there is none.
	begin, end int
	last       bool // the stream ends there
	symbols    int
	blocks     decoder[uint16]
	inflated   chan struct{} // gets a value then

	window [window]byte // the text in front
	text   []byte
	told   chan struct{} // gets a value when it is there
}

func newGuess(stretch int) *guess {
	g := &guess{packed: make([]byte, stretch+stretch/2), inflated: make(chan struct{}, 1), told: make(chan struct{}, 1)}
	g.blocks.out = make([]uint16, window+2*stretch+margin)
	for i := range window {
		g.blocks.out[i] = mark | uint16(i)
	}
	return g
}

// inflate guesses where a block begins, until there is one. It gives up after as many symbols
// in vain as a part may have: a file can be made so that each of many places has some that no
// block ends behind.
func (g *guess) inflate() {
	g.begin, g.end, g.last, g.symbols = 0, 0, false, 0
	vain := 0
	for bit := g.first; ; bit++ {
		if !g.known {
			if bit = findBlock(g.packed, bit, 8*g.size); bit < 0 {
				return
			}
		}
		if g.inflateFrom(bit); g.known || g.end > g.begin {
			return
		}
		if vain += g.blocks.at - window; vain >= mostSymbols {
			return
		}
	}
}

// inflateFrom inflates all blocks that begin in the stretch, from a bit on, as far as they make
// sense.
func (g *guess) inflateFrom(bit int) {
	r := &g.blocks
	r.resume(bytes.NewReader(g.packed[bit/8:]), uint(bit%8), window, false)
	g.begin, g.end = bit, bit
	for {
		if r.between {
			g.end, g.last, g.symbols = bit/8*8+r.bit(), r.last, r.at-window
			if g.last || g.end >= 8*g.size {
				return
			}
		}
		if r.at >= r.room() && !g.grow() {
			return
		}
		if r.step(r) != nil {
			return
		}
	}
}

// grow makes twice the room.
func (g *guess) grow() bool {
	r := &g.blocks
	if len(r.out) >= mostSymbols {
		return false
	}
	out := make([]uint16, min(2*len(r.out), mostSymbols))
	copy(out, r.out[:r.at])
	r.out = out
	return true
}

// tail returns the text in front of what follows.
func (g *guess) tail() (next [window]byte) {
	for i, s := range g.blocks.out[g.symbols:][:window] {
		if next[i] = byte(s); s >= mark {
			next[i] = g.window[s-mark]
		}
	}
	return next
}

// tell makes the text of the symbols.
func (g *guess) tell() {
	var meaning [1 << 16]byte
	for i := range 1 << 8 {
		meaning[i] = byte(i)
	}
	copy(meaning[mark:], g.window[:])
	if cap(g.text) < g.symbols {
		g.text = make([]byte, max(g.symbols, len(g.blocks.out)))
	}
	g.text = g.text[:g.symbols]
	for i, s := range g.blocks.out[window:][:g.symbols] {
		g.text[i] = meaning[s]
	}
}

// findBlock returns the first bit in [from, to) from which on there may be a block with codes of
// its own that is not the last one, or -1: the code of the lengths of its codes must be complete,
// which of a thousand other places is one.
func findBlock(packed []byte, from, to int) int {
	const most = 17 + 3*19 // bits that are looked at
	to = min(to, 8*len(packed)-most-2*64)
	for bit := from; bit < to; bit++ {
		head := binary.LittleEndian.Uint64(packed[bit/8:]) >> (bit % 8)
		if head&7 != 4 || head>>3&31 > literals-257 || head>>8&31 > distances-1 {
			continue
		}
		lengths := binary.LittleEndian.Uint64(packed[(bit+17)/8:]) >> ((bit + 17) % 8)
		left := 1 << 7
		for lengths &= 1<<(3*(4+head>>13&15)) - 1; lengths != 0; lengths >>= 3 {
			left -= 1 << 7 >> (lengths & 7) & 127 // nothing for 0
		}
		if left == 0 {
			return bit
		}
	}
	return -1
}
