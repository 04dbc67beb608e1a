package chordless

import "math"

// kernel counts the holes of a small atom by depth-first search, as sets of
// bits. F is a frame: a subtree of the search, complete in itself, so that it
// can be done by any worker.
//
// The search grows a chordless path at both its ends. Of the vertices that are
// neither on the path nor adjacent to an inner vertex of it, it holds three
// sets, which are disjoint: those adjacent to the one end (here), to the other
// (there), and to none of them (free). A step appends a vertex v of here. That
// takes the others of here out for good. The neighbours of v in there close a
// hole each: they are counted by a popcount, without a visit, and then are
// adjacent to an inner vertex as well. The neighbours of v in free are the new
// here. Where here or there is empty no hole can come, and the step ends.
//
// The end to grow next is the one with fewer vertices to choose from: mostly
// one of them has a single one, and no choice is to be made. Growing one end
// only, as Dias et al. do, takes three times the steps on an 8 x 10 grid.
//
// As with Dias et al., a hole is found from its vertex u of least label, and
// its two neighbours there tell the two directions apart: the path begins as
// x, u, and the later neighbours of u are there.
type kernel[F any] interface {
	// seeds returns the frames of all holes whose first vertex is u, where
	// earlier marks the vertices of smaller label, and u.
	seeds(u uint32, earlier []bool) []F
	// push adds a frame to be done.
	push(F)
	// run does about so many steps, and returns how many: 0 when none is left.
	run(steps int) int
	// donate gives a frame away, the one that has most to do, if there is one
	// beside that which would be done next.
	donate() (F, bool)
	// found returns the holes found until now by their length.
	found() []uint64
}

// longestOf is a length limit in 32 bits.
func longestOf(a *atom, longest int) uint32 {
	return uint32(min(longest, len(a.members), math.MaxInt32))
}

// newCounts has an entry for every length that a hole of the atom can have.
func newCounts(a *atom) []uint64 { return make([]uint64, len(a.members)+2) }
