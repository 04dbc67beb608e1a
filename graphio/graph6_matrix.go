package graphio

import (
	"encoding/binary"
	"math/bits"

	"github.com/tricycle-graph/tricycle/graph"
)

// decodeWide decodes the matrix of graph6 at once into rows of bits: what the format calls
// a column above the diagonal is a row below it. It is not ok where something is wrong with
// it, which decode will say.
func (a *graph6Answers) decodeWide(text []byte) (ok bool) {
	g := &a.wide
	g.Reset(int(a.line.n))
	cells := graph6Bits{text: text}
	for v := range g.N {
		row := g.Row(v)
		for i := 0; 64*i < v; i++ {
			row[i] = cells.take(min(64, v-64*i))
		}
	}
	if cells.wrong || cells.word != 0 {
		return false
	}
	records := g.Edges()
	a.graph.Cleaned = graph.Report{Records: records, OneWay: records, Isolated: g.Isolated()}
	return true
}

// graph6Bits are the bits of a line, in their order.
type graph6Bits struct {
	text  []byte // whose bits are to come
	word  uint64 // bits that were not taken, the first one highest
	have  int    // number of these
	wrong bool   // something was no character of the format
}

// take returns the next n bits, 1 to 64 of them, the first one lowest. Behind the end of
// the line there are zeros.
func (b *graph6Bits) take(n int) uint64 {
	taken, have := b.word, b.have
	b.word, b.have = b.word<<n, b.have-n
	for have < n {
		next, more := b.next()
		taken |= next >> have
		b.word, b.have = next<<(n-have), have+more-n
		have += more
	}
	return bits.Reverse64(taken &^ (^uint64(0) >> n))
}

// next returns the bits of eight characters, the first one highest, or of all that are left.
func (b *graph6Bits) next() (word uint64, n int) {
	const (
		each  = 0x0101010101010101
		tops  = 0x80 * each
		bases = graph6Base * each
	)
	n = 48
	if len(b.text) >= 8 {
		word, b.text = binary.BigEndian.Uint64(b.text), b.text[8:]
	} else {
		word = bases
		if n = 6 * len(b.text); n == 0 {
			return 0, 64 // there is nothing behind the end but zeros
		}
		for i, c := range b.text {
			word += uint64(c-graph6Base) << (56 - 8*i)
		}
		b.text = nil
	}
	if (word+(0x80-graph6Base)*each)&^(word+(0x7f-graph6Most)*each)&^word&tops != tops {
		b.wrong = true
		return 0, n
	}
	word -= bases
	word = word>>2&0x0fc0_0fc0_0fc0_0fc0 | word&0x003f_003f_003f_003f
	word = word>>4&0x00ff_f000_00ff_f000 | word&0x0000_0fff_0000_0fff
	word = word>>8&0xffff_ff00_0000 | word&0xff_ffff
	return word << 16, n
}
