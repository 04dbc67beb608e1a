package frontier

import (
	"math/bits"

	"github.com/tricycle-graph/tricycle/internal/par"
)

// layout says, for an order of the vertices, when each is on the frontier and
// in which slot. A vertex is on the frontier from when it is decided until its
// last neighbour is: as long as it has neighbours of both kinds.
type layout struct {
	order []uint32
	last  []int // by position: that of the last neighbour, or its own
	slots []int // by position: the slot, or -1 for a vertex that never waits
	width int   // slots in use
}

// newLayout gives each vertex the lowest slot that is free when it is decided;
// those that it lets go are free for it already.
func newLayout(heed *par.Heed, g *Graph, order []uint32) (*layout, error) {
	l := &layout{order: order, last: make([]int, len(order)), slots: make([]int, len(order))}
	position := positions(order)
	let := make([][]int, len(order)) // by position: slots that it frees
	var free slotSet
	for i, v := range order {
		l.last[i], l.slots[i] = i, -1
		row := g.row(v)
		if err := heed.Did(1 + len(row)); err != nil {
			return nil, err
		}
		for _, u := range row {
			l.last[i] = max(l.last[i], position[u])
		}
		for _, slot := range let[i] {
			free.put(slot)
		}
		let[i] = nil
		if l.last[i] > i {
			slot := free.take()
			l.slots[i] = slot
			l.width = max(l.width, slot+1)
			let[l.last[i]] = append(let[l.last[i]], slot)
		}
	}
	return l, nil
}

// slotSet is a set of slots; all but those in used are free.
type slotSet struct{ used []uint64 }

func (s *slotSet) take() int {
	for i, word := range s.used {
		if free := ^word; free != 0 {
			s.used[i] |= free & -free
			return 64*i + bits.TrailingZeros64(free)
		}
	}
	s.used = append(s.used, 1)
	return 64 * (len(s.used) - 1)
}

func (s *slotSet) put(slot int) { s.used[slot/64] &^= 1 << (slot % 64) }
