package graphio

import (
	"encoding/binary"
	"math"
	"math/bits"
)

// The codes of WebGraph (Boldi and Vigna: Codes for the World Wide Web, Internet
// Mathematics 2, 2005), the first bit of a byte being its highest. They are codes of
// natural numbers: unary is x zeros and a one.

// bvCode is a code, with the parameter of those that have one.
type bvCode struct {
	kind bvKind
	k    int
}

type bvKind int

const (
	bvGamma bvKind = iota
	bvDelta
	bvUnary
	bvZeta
	bvNibble
)

var bvKinds = map[string]bvKind{
	"GAMMA": bvGamma, "DELTA": bvDelta, "UNARY": bvUnary, "ZETA": bvZeta, "NIBBLE": bvNibble,
}

const (
	bvBuffer = 128 << 10 // bytes that are read at a time
	// bvPadding is how many zeros stand behind what was read, where codes may end that
	// begin before.
	bvPadding = 64
	// bvWord is how many bits one look shows at least.
	bvWord = 57
	// bvLargest is the bits of the largest number that is read.
	bvLargest = 48
	// bvEnd is how many bits may stand behind the last code.
	bvEnd = 64
)

// bvBits reads codes from a plain file. What goes wrong is kept in err, and numbers
// are 0 from then on.
type bvBits struct {
	in     *input
	size   int // bytes that are read at a time
	buffer []byte
	at     int64 // of the buffer in the file, in bytes
	pos    int   // in the buffer, in bits
	safe   int   // up to here, a code is in the buffer as a whole
	stored int   // bits of the file in the buffer
	err    error
	bad    string // what was found in place of a code; "" where all is well
}

// seek goes to a bit of the file.
func (b *bvBits) seek(bit int64) {
	if b.buffer == nil {
		b.buffer = make([]byte, b.size+bvPadding)
	}
	b.at, b.pos, b.err, b.bad = bit/8, int(bit%8), nil, ""
	b.load(0)
}

// skip goes to a bit of the file that is probably one of the next.
func (b *bvBits) skip(bit int64) {
	if at := bit - 8*b.at; at >= 0 && at <= int64(b.stored) && b.err == nil && b.bad == "" {
		b.pos = int(at)
		return
	}
	b.seek(bit)
}

// load reads the file behind the first bytes of the buffer.
func (b *bvBits) load(kept int) {
	n := kept + int(max(min(int64(b.size-kept), b.in.bytes-b.at-int64(kept)), 0))
	if err := b.in.readAt(b.buffer[kept:n], b.at+int64(kept)); err != nil {
		b.err, n = err, kept
	}
	clear(b.buffer[n : n+bvPadding])
	b.stored, b.safe = 8*n, 8*n-4*bvPadding
	if b.err != nil || b.at+int64(n) >= b.in.bytes {
		b.safe = b.stored // there is no more
	}
}

// ensure has the next code in the buffer, or nothing but zeros where there is no more.
func (b *bvBits) ensure() {
	switch {
	case b.pos <= b.safe:
	case b.safe == b.stored:
		b.bad, b.pos = "the end", b.stored
	default:
		first := b.pos / 8
		kept := copy(b.buffer, b.buffer[first:b.stored/8])
		b.at += int64(first)
		b.pos -= 8 * first
		b.load(kept)
	}
}

// bit returns the position in the file.
func (b *bvBits) bit() int64 { return 8*b.at + int64(b.pos) }

// failed says that something was wrong.
func (b *bvBits) failed() bool { return b.err != nil || b.bad != "" || b.pos > b.stored }

// wrong says that there is no code at the position.
func (b *bvBits) wrong() uint64 {
	if b.bad == "" {
		b.bad = "a number that is too large"
		if b.safe == b.stored && b.pos+64 > b.stored {
			b.bad = "the end"
		}
	}
	return 0
}

// look returns the next bits, of which bvWord are right.
func (b *bvBits) look() uint64 {
	return binary.BigEndian.Uint64(b.buffer[b.pos>>3:]) << (uint(b.pos) & 7)
}

// plain reads a number of n bits, at most bvWord.
func (b *bvBits) plain(n int) uint64 {
	b.ensure()
	x := b.look() >> 1 >> (uint(63-n) & 63)
	b.pos += n
	return x
}

// unary reads a number of at most most.
func (b *bvBits) unary(most uint64) (x uint64) {
	for {
		b.ensure()
		zeros := bits.LeadingZeros64(b.look())
		x += uint64(min(zeros, bvWord))
		switch {
		case x > most || b.failed():
			return b.wrong()
		case zeros < bvWord:
			b.pos += zeros + 1
			return x
		}
		b.pos += bvWord
	}
}

func (b *bvBits) gamma() uint64 {
	b.ensure()
	word := b.look()
	zeros := bits.LeadingZeros64(word)
	if zeros > (bvWord-1)/2 {
		return b.longGamma()
	}
	b.pos += 2*zeros + 1
	return word<<(uint(zeros)&63)>>(uint(63-zeros)&63) - 1
}

func (b *bvBits) longGamma() uint64 {
	length := int(b.unary(bvLargest))
	return (1<<length | b.plain(length)) - 1
}

func (b *bvBits) delta() uint64 {
	length := b.gamma()
	if length > bvLargest {
		return b.wrong()
	}
	return (1<<length | b.plain(int(length))) - 1
}

// zeta reads the code zeta with the parameter k.
func (b *bvBits) zeta(k int) uint64 {
	b.ensure()
	word := b.look()
	zeros := bits.LeadingZeros64(word)
	if (zeros+1)*(k+1) > bvWord {
		return b.longZeta(k)
	}
	x, length := zetaOf(word, zeros, zeros*k, k)
	b.pos += length
	return x
}

// zetaOf decodes the code that word begins with: so many zeros, a one, and a number
// of which all but the first have shift+k bits and the first are one shorter.
func zetaOf(word uint64, zeros, shift, k int) (x uint64, length int) {
	rest := word << 1 << (uint(zeros) & 63) >> (uint(64-shift-k) & 63)
	left := uint64(1) << (uint(shift) & 63)
	x, length = rest-1, zeros+1+shift+k
	if short := rest >> 1; short < left {
		x, length = short+left-1, length-1
	}
	return x, length
}

func (b *bvBits) longZeta(k int) uint64 {
	zeros := int(b.unary(bvLargest))
	shift := zeros * k
	if shift+k > bvWord {
		return b.wrong()
	}
	left := uint64(1) << shift
	x := b.plain(shift + k - 1)
	if x < left {
		return x + left - 1
	}
	return (x<<1 | b.plain(1)) - 1
}

// nibble reads groups of three bits, each with a bit in front that is set in the last.
func (b *bvBits) nibble() (x uint64) {
	for range bvLargest / 3 {
		group := b.plain(4)
		x = x<<3 | group&7
		if group > 7 {
			return x
		}
	}
	return b.wrong()
}

func (b *bvBits) read(code bvCode) uint64 {
	switch code.kind {
	case bvGamma:
		return b.gamma()
	case bvDelta:
		return b.delta()
	case bvUnary:
		return b.unary(math.MaxUint32)
	case bvZeta:
		return b.zeta(code.k)
	default:
		return b.nibble()
	}
}
