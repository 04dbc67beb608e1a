package partition

import (
	"math"

	"github.com/tricycle-graph/tricycle/graph"
)

// mostCuts is the most cuts of columns that a store has for the rule of TCBW.
const mostCuts = 64

// cutTCBW cuts by the rule of TCBW (Lin, Ouyang, He, Li, "Parallelize accelerated triangle
// counting using bit-wise on GPU", WISA 2023, section 3.2), as far as the paper tells it:
//
//  1. A vertical partition: P2 ranges of columns, of sizes as like as possible.
//  2. A horizontal partition by the same strategy: ranges of rows of like sizes. The
//     smallest of these, in rows, is the size of all row ranges, of which there are P1.
//  3. A subtask has edge list partition (i, j) and CSR partitions (i, k) and (j, k).
//
// Sizes are in edges. The paper does not say how large P2 is, nor into how many ranges the
// rows are cut at first: here P2 is the least with which every subtask stays within the
// limit, and there are as many ranges of rows at first as of columns. So P1 is no less
// than P2, and more where rows are unlike. Columns are cut where the store is, and rows
// where a piece ends. Where Columns are given, P2 is that many.
func (s *Store) cutTCBW(c Cutting) (Grid, error) {
	cuts := s.fullCuts()
	first, last := 1, max(len(cuts), 1)
	if c.Columns > 0 {
		first = min(c.Columns, last)
		last = first
	}
	need := int64(math.MaxInt64)
	for p2 := first; p2 <= last; p2++ {
		columns := s.joinCuts(cuts, p2)
		g := Grid{Rows: s.likeRows(len(columns)), Columns: columns, Hubs: c.Hubs}
		if !g.Countable() {
			break
		}
		bytes := c.beyond(g)
		if bytes <= c.Limit || c.Limit <= 0 {
			return g, nil
		}
		need = min(need, bytes)
	}
	return Grid{}, &graph.MemoryError{What: "counting in the smallest parts by the rule of TCBW", Need: need, Limit: c.Limit}
}

// likeRows cuts the rows into ranges of as many rows as the smallest of so many ranges of
// like sizes has, but for what a piece has more.
func (s *Store) likeRows(parts int) []Range {
	pieces := make([]Range, len(s.pieces))
	before := make([]uint64, 1, len(s.pieces)+1)
	for i, p := range s.pieces {
		pieces[i] = p.Rows
		before = append(before, before[i]+s.edges(p.Piece, Range{0, s.rows}))
	}
	size := int(s.rows)
	for _, r := range joinRanges(pieces, parts, func(i int) uint64 { return before[i] }) {
		size = min(size, r.Len())
	}
	var ranges []Range
	for _, p := range pieces {
		last := len(ranges) - 1
		if last < 0 || ranges[last].Len() >= size {
			ranges = append(ranges, p)
		} else {
			ranges[last].End = p.End
		}
	}
	return ranges
}

// beyond returns the bytes of the first subtask that passes the limit, if there is one, and
// else no more than that.
func (c Cutting) beyond(g Grid) int64 {
	if c.Limit <= 0 {
		return 0
	}
	for t := range g.Subtasks() {
		if bytes := c.Bytes(g, t); bytes > c.Limit {
			return bytes
		}
	}
	return c.Limit
}

// GuessTCBW returns about how many ranges of columns the rule of TCBW takes for so many rows
// and edges, if all blocks are alike, and at how many places the columns of a store should be
// cut for that: more, as they are not. bytes is what a subtask of lists with so many rows and
// edges holds; limit is 0 for none.
func GuessTCBW(rows int, edges uint64, limit int64, bytes func(rows int, edges uint64) int64) (ranges, cuts int) {
	if limit <= 0 {
		return 1, 1
	}
	least := func(held func(p int) uint64) int {
		p := 1
		for p < mostCuts && bytes(3*rows/p, held(p)) > limit {
			p++
		}
		return p
	}
	ranges = least(func(p int) uint64 { return 3 * edges / uint64(p*p) })
	worst := least(func(p int) uint64 { return 3 * edges / uint64(p) }) // all of a row range in one block
	return ranges, min(worst, 4*ranges, mostCuts)
}
