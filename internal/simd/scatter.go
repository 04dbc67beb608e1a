package simd

import (
	"encoding/binary"
	"math/bits"
	"unsafe"

	"github.com/tricycle-graph/tricycle/graph"
)

// Bins cut numbers at few places: near one another where these are small, so that a bin is a
// number's first bits and how many follow, and every power of two begins one; or all equally
// far apart.
type Bins struct {
	Bits uint // of a number in its bin's octave
	Less uint // bits that all numbers lose
}

// Of returns the bin of a number.
func (b Bins) Of(number uint32) uint32 {
	floor := uint32(1) << ((b.Bits + b.Less) & 31)
	less := uint(bits.Len32(number|floor)) - b.Bits - 1
	return (uint32(less)-uint32(b.Less))<<(b.Bits&31) + number>>(less&31)
}

// EndsAtOnce is how many records Split takes.
const EndsAtOnce = 256

// splitSlack is how far behind what it found Split may write.
const splitSlack = 16

// Ends are records whose ends differ, which are two: the larger one, its bin, and the smaller
// one, with one bit below it that says whether it came first.
type Ends struct {
	Low  [EndsAtOnce + splitSlack]uint64
	High [EndsAtOnce + splitSlack]uint32
	Bin  [EndsAtOnce + splitSlack]uint32
}

func split(records []graph.Edge, b Bins, limit uint32, e *Ends) (n int, below bool) {
	below = true
	for _, record := range records {
		u, v := record.U, record.V
		if u == v {
			continue
		}
		high := max(u, v)
		below = below && high < limit
		e.Low[n] = uint64(min(u, v)) << 1
		if u < v {
			e.Low[n] |= 1
		}
		e.High[n], e.Bin[n] = high, b.Of(high)
		n++
	}
	return n, below
}

// Lane is where Scatter puts the keys of one target, one behind the other into a buffer, and
// what it makes them of: the larger end, less the first of the lane, stands above as many bits
// of a column, which has what Split says of the smaller one.
type Lane struct {
	Base   *byte  // of the buffer
	Fill   uint32 // bytes that are in use
	Limit  uint32 // there is room for a key while fewer are
	First  uint32
	Column uint8
	Width  uint8 // bytes of a key that are kept
}

// Empty leaves the lane without a buffer.
func (l *Lane) Empty() { l.Base, l.Fill, l.Limit = nil, 0, 0 }

// KeySlack is how many bytes a buffer has from the limit of its lane on, less one: keys are
// written as words.
const KeySlack = 8

func scatter(e *Ends, from, to int, at []uint16, lanes []Lane) int {
	for i := from; i < to; i++ {
		lane := &lanes[at[e.Bin[i]]]
		if lane.Fill >= lane.Limit {
			return i
		}
		word := (*[8]byte)(unsafe.Add(unsafe.Pointer(lane.Base), lane.Fill))
		binary.LittleEndian.PutUint64(word[:], uint64(e.High[i]-lane.First)<<(lane.Column&63)|e.Low[i])
		lane.Fill += uint32(lane.Width)
	}
	return to
}
