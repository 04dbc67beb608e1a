package cpucount

import (
	"sync"

	"github.com/tricycle-graph/tricycle/internal/simd"
)

// longRows is the room for rows longer than ShortRow, which all workers share: what they
// hold does not grow with the longest row, in an order by degree no row is that long but in
// very large graphs, and in another few are.
type longRows struct {
	sync.Mutex
	found simd.Credits
	tally simd.Tally
}

// ShortRow is how long a row may be for which each worker has room of its own.
const ShortRow = 1 << 14

// credits returns room for rows of which the longest has so many entries.
func (l *longRows) credits(longest int) *simd.Credits {
	if l.found.Corners == nil {
		makeCredits(&l.found, longest)
	}
	return &l.found
}

// longCreditsBytes is what that holds.
func longCreditsBytes(longest uint32) int64 {
	if longest <= ShortRow {
		return 0
	}
	return creditBytes * int64(simd.CreditRoom(int(longest)))
}

// creditBytes is what credits hold of a corner.
const creditBytes = 2*8 + 4

func makeCredits(c *simd.Credits, longest int) {
	room := simd.CreditRoom(longest)
	c.Rows, c.Corners = make([]simd.Credit, 2*room), make([]uint32, room)
}

// edges returns room for rows of which the longest has so many entries.
func (l *longRows) edges(longest int) *simd.Tally {
	if l.tally.Corners == nil {
		makeTally(&l.tally, longest)
	}
	return &l.tally
}

// longTallyBytes is what that holds, and the counts of the longest row.
func longTallyBytes(longest uint32) int64 {
	if longest <= ShortRow {
		return 0
	}
	return tallyEdgeBytes*int64(simd.TallyRoom(int(longest))) + 4*int64(longest)
}

// tallyEdgeBytes is what a tally holds of an edge that it lists.
const tallyEdgeBytes = 4 + 8

func makeTally(t *simd.Tally, longest int) {
	room := simd.TallyRoom(longest)
	t.Corners, t.Edges = make([]uint32, room), make([]uint64, room)
}
