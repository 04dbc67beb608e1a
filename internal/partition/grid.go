package partition

import (
	"fmt"
	"iter"
)

// Grid says how oriented lists are shared out among subtasks. Rows and Columns
// are consecutive ranges over the same ids, from 0 on; none is empty.
type Grid struct {
	Rows    []Range `json:"rows"`    // P1 of them, each a union of pieces
	Columns []Range `json:"columns"` // P2 of them
	Hubs    uint32  `json:"hubs"`    // ids below are middle corners in subtasks of their own; 0 for none
}

// HubColumn is J of the subtasks whose middle corners are hubs.
const HubColumn = -1

// Subtask (I, J, K) with J >= 0 has the triangles w < v < u with u in row range
// I, v in row range J and v >= Hubs, and w in column range K. Subtask (I,
// HubColumn, 0) has all triangles with u in row range I and v below Hubs. Each
// triangle is in exactly one subtask.
type Subtask struct {
	I int `json:"i"`
	J int `json:"j"`
	K int `json:"k"`
}

// Counted is a subtask with the triangles that are its own.
type Counted struct {
	Subtask
	Triangles uint64
}

// String writes (0, 2, 1), and (0, hubs) where the middle corners are hubs.
func (t Subtask) String() string {
	if t.J == HubColumn {
		return fmt.Sprintf("(%d, hubs)", t.I)
	}
	return fmt.Sprintf("(%d, %d, %d)", t.I, t.J, t.K)
}

// Subtasks yields every subtask that can have a triangle, those that share rows
// I, and among these column range K, one after the other.
func (g Grid) Subtasks() iter.Seq[Subtask] {
	return func(yield func(Subtask) bool) {
		for i := range g.Rows {
			// A triangle has a middle corner above 0 and below its largest one.
			if g.Hubs > 1 && g.Rows[i].End > 2 && !yield(Subtask{i, HubColumn, 0}) {
				return
			}
			for k := range g.Columns {
				for j := range i + 1 {
					if g.meets(i, j, k) && !yield(Subtask{i, j, k}) {
						return
					}
				}
			}
		}
	}
}

// Size returns the number of subtasks.
func (g Grid) Size() int {
	size := 0
	for range g.Subtasks() {
		size++
	}
	return size
}

// MaxSubtasks is the most subtasks that a plan has, so that what is kept of each
// is little. Long before, the blocks are read more often than they can be.
const MaxSubtasks = 1 << 20

// MaxShards is the most shards that a plan is divided into.
const MaxShards = 1 << 20

// Countable reports whether there are fewer subtasks than [MaxSubtasks], without
// going through them.
func (g Grid) Countable() bool {
	const most = MaxSubtasks
	rows, columns := uint64(len(g.Rows)), uint64(len(g.Columns))
	return rows < most && columns < most && rows+rows*(rows+1)/2*columns < most
}

// meets reports whether subtask (i, j, k), j >= 0, can have a triangle.
func (g Grid) meets(i, j, k int) bool {
	w := uint64(g.Columns[k].Begin)
	v := max(uint64(g.Rows[j].Begin), uint64(g.Hubs), w+1)
	u := max(uint64(g.Rows[i].Begin), v+1)
	return v < uint64(g.Rows[j].End) && u < uint64(g.Rows[i].End)
}
