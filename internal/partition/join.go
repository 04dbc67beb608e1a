package partition

import (
	"context"
	"errors"
	"math"

	"github.com/tricycle-graph/tricycle/internal/hugemem"
	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// ErrRanges is returned where the three ranges of a subtask have too many ids
// to number them anew with 32 bits.
var ErrRanges = errors.New("the ranges of a subtask hold 2^32 ids or more; cut into more parts")

// Joined is oriented lists whose triangles are those of three blocks, see
// [Join]. Their memory is outside the Go heap.
type Joined struct {
	*lists.Oriented
	Lower, Upper int // the first rows of these blocks

	offsets   hugemem.Array[uint64]
	neighbors hugemem.Array[uint32]
}

// Free returns the memory to the system. The lists must not be used after that.
func (j *Joined) Free() {
	j.offsets.Free()
	j.neighbors.Free()
	j.Oriented = nil
}

// JoinBytes returns what [Join] holds for ranges of rows with so many edges in
// the three blocks. The columns' offsets are never written, and take no memory.
func JoinBytes(lower, upper Range, edges uint64) int64 {
	return 8*int64(lower.Len()+upper.Len()+1) + 4*int64(edges)
}

// Join joins the blocks of subtask (i, j, k), edge block (i, j) and CSR blocks
// (i, k) and (j, k), into oriented lists whose triangles are those of the
// subtask.
//
// The columns of range k come first, as vertices without a list; then the rows
// of range j, which list columns; then those of range i, which list columns and
// rows of range j. A vertex in two of the ranges is there twice. So a triangle
// takes one vertex of each kind.
func Join(ctx context.Context, edges, upper, lower *Block, threads int) (*Joined, error) {
	j := &Joined{Lower: lower.Columns.Len()}
	j.Upper = j.Lower + lower.Rows.Len()
	rows := j.Upper + upper.Rows.Len()
	if rows > math.MaxUint32 {
		return nil, ErrRanges
	}
	var err error
	if j.offsets, err = hugemem.New[uint64](rows + 1); err != nil {
		return nil, err
	}
	if j.neighbors, err = hugemem.New[uint32](int(edges.Edges() + upper.Edges() + lower.Edges())); err != nil {
		j.Free()
		return nil, err
	}
	offsets, neighbors := j.offsets.Slice(), j.neighbors.Slice()
	// What is moved at once: some rows of a block, and of another that has the
	// same rows.
	type share struct {
		row, end     int // of the joined lists
		first        int // of these rows in their block
		from, beside int // where they begin
	}
	const shareRows = 1 << 13
	var shares []share
	at := 0
	for first := 0; first < len(lower.Lengths); first += shareRows {
		end := min(first+shareRows, len(lower.Lengths))
		shares = append(shares, share{row: j.Lower + first, end: j.Lower + end, first: first, from: at})
		for r, n := range lower.Lengths[first:end] {
			at += int(n)
			offsets[j.Lower+first+r+1] = uint64(at)
		}
	}
	ofLower := len(shares)
	from, beside := 0, 0
	for first := 0; first < len(upper.Lengths); first += shareRows {
		end := min(first+shareRows, len(upper.Lengths))
		shares = append(shares, share{row: j.Upper + first, end: j.Upper + end, first: first, from: from, beside: beside})
		for r, n := range upper.Lengths[first:end] {
			more := edges.Lengths[first+r]
			from, beside = from+int(n), beside+int(more)
			at += int(n) + int(more)
			offsets[j.Upper+first+r+1] = uint64(at)
		}
	}
	err = par.Each(ctx, par.Workers(threads), len(shares), func(_, i int) error {
		s := shares[i]
		to := neighbors[offsets[s.row]:]
		if i < ofLower {
			renumber(to, lower.Neighbors[s.from:][:offsets[s.end]-offsets[s.row]], lower.Columns.Begin, 0)
			return nil
		}
		left, heads := upper.Neighbors[s.from:], edges.Neighbors[s.beside:]
		for r := s.first; r < s.first+s.end-s.row; r++ {
			n, more := upper.Lengths[r], edges.Lengths[r]
			renumber(to, left[:n], upper.Columns.Begin, 0)
			renumber(to[n:], heads[:more], edges.Columns.Begin, uint32(j.Lower))
			to, left, heads = to[n+more:], left[n:], heads[more:]
		}
		return nil
	})
	if err != nil {
		j.Free()
		return nil, err
	}
	j.Oriented = lists.NewOriented(offsets, neighbors)
	return j, nil
}

// renumber moves ids that were numbered from base on; now they are from first on.
func renumber(to, from []uint32, base, first uint32) {
	to = to[:len(from)]
	for i, v := range from {
		to[i] = v - base + first
	}
}
