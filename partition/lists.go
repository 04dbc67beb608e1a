package partition

import (
	"math"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/hugemem"
)

// Lists joins the blocks of subtask (i, j, k), edge block (i, j) and CSR blocks
// (i, k) and (j, k), into oriented lists whose triangles are those of the
// subtask.
//
// The columns of range k come first, as vertices without a list; then the rows
// of range j, which list columns; then those of range i, which list columns and
// rows of range j. A vertex in two of the ranges is there twice. So a triangle
// takes one vertex of each kind.
func Lists(edges, upper, lower *Block) (*graph.Oriented, error) {
	columns := lower.Columns.Len()
	firstUpper := columns + lower.Rows.Len()
	rows := firstUpper + upper.Rows.Len()
	if rows > math.MaxUint32 {
		return nil, ErrRanges
	}
	offsets := hugemem.Make[uint64](rows + 1)
	neighbors := hugemem.Make[uint32](int(edges.Edges() + upper.Edges() + lower.Edges()))
	at := 0
	// move appends the next row of a block, numbered anew from first on.
	move := func(from []uint32, n uint32, base, first uint32) []uint32 {
		for i, v := range from[:n] {
			neighbors[at+i] = v - base + first
		}
		at += int(n)
		return from[n:]
	}
	left := lower.Neighbors
	for r, n := range lower.Lengths {
		left = move(left, n, lower.Columns.Begin, 0)
		offsets[columns+r+1] = uint64(at)
	}
	left = upper.Neighbors
	heads := edges.Neighbors
	for r, n := range upper.Lengths {
		left = move(left, n, upper.Columns.Begin, 0)
		heads = move(heads, edges.Lengths[r], edges.Columns.Begin, uint32(columns))
		offsets[firstUpper+r+1] = uint64(at)
	}
	return graph.NewOriented(offsets, neighbors), nil
}
