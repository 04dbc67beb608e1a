package graphstream

import "math/bits"

// steps is how many paths are looked at in a graph before it is left to an engine, which
// has better ways to go about a graph of many cycles.
const steps = 1 << 16

// Chordless counts the chordless cycles of small graphs. Each goroutine has its own.
type Chordless struct {
	ByLength [Most + 1]uint64 // triangles are those of 3

	rows *[Most]uint64
	most int // vertices of a cycle
	left int // of steps
}

// Count counts the cycles of at most so many vertices, 0 for any, by length. It is not ok
// where there is too much to look at.
//
// A cycle is found from its smallest vertex, towards the smaller of that one's two
// neighbours on it. A path goes on to vertices that are no neighbours of those before its
// end, and closes by such a neighbour of the first vertex alone.
func (c *Chordless) Count(g *Rows, most int) (ok bool) {
	if most == 0 {
		most = Most
	}
	clear(c.ByLength[:])
	c.rows, c.most, c.left = &g.Of, most, steps
	for first, row := range g.Of[:g.N] {
		above := ^uint64(0) << first << 1
		closing := row & above
		for closing&(closing-1) != 0 { // two are left
			second := bits.TrailingZeros64(closing)
			closing &= closing - 1
			if !c.extend(second, above&^row, closing, 3) {
				return false
			}
		}
	}
	return true
}

// extend counts the cycles that begin with a path whose end is last, and which have so many
// vertices at least. inner and closing are the vertices that may be on a cycle behind it,
// neighbours of last among them: those that are no neighbours of the first vertex, and
// those that are.
func (c *Chordless) extend(last int, inner, closing uint64, length int) bool {
	row := c.rows[last]
	c.ByLength[length] += uint64(bits.OnesCount64(row & closing))
	next := row & inner
	inner, closing = inner&^row, closing&^row
	if length == c.most || closing == 0 || next == 0 {
		return true
	}
	if c.left -= bits.OnesCount64(next); c.left < 0 {
		return false
	}
	for ; next != 0; next &= next - 1 {
		if !c.extend(bits.TrailingZeros64(next), inner, closing, length+1) {
			return false
		}
	}
	return true
}
