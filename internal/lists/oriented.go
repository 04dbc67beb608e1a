package lists

import (
	"sort"
	"sync/atomic"
)

// Oriented holds an acyclic orientation of a graph: row r lists the neighbours
// of r that are smaller than r, ascending. It is the strictly lower triangle L
// of the adjacency matrix, rows being ids or ranks. Each edge stands in
// exactly one row. It is read-only and safe for concurrent use.
type Oriented struct {
	offsets   []uint64 // len n+1
	neighbors []uint32 // len m
	// order[r] is the vertex with rank r; nil where rows are vertex ids.
	order []uint32

	longest uint64 // row, and one more; 0 before it is known
}

// NewOriented wraps oriented lists without copying them: rows of smaller ids,
// ascending, each row r in neighbors[offsets[r]:offsets[r+1]].
func NewOriented(offsets []uint64, neighbors []uint32) *Oriented {
	return &Oriented{offsets: offsets, neighbors: neighbors}
}

// Rows returns the number of rows. Isolated vertices at the end of the order
// have none.
func (o *Oriented) Rows() int { return len(o.offsets) - 1 }

// Edges returns m.
func (o *Oriented) Edges() uint64 { return uint64(len(o.neighbors)) }

// Row returns the smaller neighbours of r, ascending. Read-only.
func (o *Oriented) Row(r uint32) []uint32 {
	return o.neighbors[o.offsets[r]:o.offsets[r+1]:o.offsets[r+1]]
}

// Edge returns the ends of the edge whose smaller end stands at a position in Neighbors: u has v in its row.
func (o *Oriented) Edge(at uint64) (u, v uint32) { return RowOf(o.offsets, at), o.neighbors[at] }

// RowOf returns the row that holds a position, of rows that have such bounds.
func RowOf(offsets []uint64, at uint64) uint32 {
	return uint32(sort.Search(len(offsets)-1, func(r int) bool { return offsets[r+1] > at }))
}

// OutDegree returns the length of row r.
func (o *Oriented) OutDegree(r uint32) uint32 { return uint32(o.offsets[r+1] - o.offsets[r]) }

// Vertex returns the vertex id that row r stands for.
func (o *Oriented) Vertex(r uint32) uint32 {
	if o.order == nil {
		return r
	}
	return o.order[r]
}

// Offsets returns the Rows()+1 positions of the rows in Neighbors. Read-only.
func (o *Oriented) Offsets() []uint64 { return o.offsets }

// Neighbors returns all rows, one after the other. Read-only.
func (o *Oriented) Neighbors() []uint32 { return o.neighbors }

// MaxOutDegree returns the length of the longest row, which is looked for once.
func (o *Oriented) MaxOutDegree() uint32 {
	if known := atomic.LoadUint64(&o.longest); known > 0 {
		return uint32(known - 1)
	}
	longest := uint64(0)
	for r := 0; r+1 < len(o.offsets); r++ {
		longest = max(longest, o.offsets[r+1]-o.offsets[r])
	}
	atomic.StoreUint64(&o.longest, longest+1)
	return uint32(longest)
}
