package partition

import (
	"math"
	"slices"
	"sort"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// Cutting is what a grid is wanted for.
type Cutting struct {
	Rows, Columns int    // P1 and P2; 0 where they follow from the limit
	Hubs          uint32 // of the grid
	TCBW          bool   // P1 and P2 follow from the limit by the rule of TCBW; Rows is 0
	Limit         int64  // bytes; 0 for no limit
	// Bytes is what counting a subtask of a grid holds, at most. It may be nil
	// where there is no limit.
	Bytes func(g Grid, t Subtask) int64
}

// Cut returns the grid over s that reads least among those whose subtasks all
// stay within the limit, or that of TCBW. Where there are fewer pieces or cuts than
// parts are asked for there are fewer parts.
//
// Errors: *graph.MemoryError where even the smallest parts are too large.
func (s *Store) Cut(c Cutting) (Grid, error) {
	if c.TCBW {
		return s.cutTCBW(c)
	}
	var best Grid
	least, need := uint64(math.MaxUint64), int64(math.MaxInt64)
	for _, columns := range s.columnChoices(c.Columns) {
		g, bytes := s.cutRows(c, columns)
		if c.Limit > 0 && bytes > c.Limit {
			need = min(need, bytes)
			continue
		}
		if reads := s.reads(g); reads < least {
			best, least = g, reads
		}
	}
	if least == math.MaxUint64 {
		return Grid{}, &graph.MemoryError{What: "counting in the smallest parts", Need: need, Limit: c.Limit}
	}
	return best, nil
}

// columnChoices returns the ways in which columns may be cut.
func (s *Store) columnChoices(wish int) [][]Range {
	whole, cuts := []Range{{0, s.rows}}, s.fullCuts()
	switch {
	case wish == 1 || len(cuts) <= 1:
		return [][]Range{whole}
	case wish > 1:
		return [][]Range{s.joinCuts(cuts, wish)}
	}
	return [][]Range{whole, cuts}
}

// fullCuts returns the cuts that have columns.
func (s *Store) fullCuts() []Range {
	return slices.DeleteFunc(slices.Clone(s.cuts), func(cut Range) bool { return cut.Len() == 0 })
}

// joinCuts joins cuts to at most so many ranges of about as many edges.
func (s *Store) joinCuts(cuts []Range, parts int) []Range {
	if parts == 1 {
		return []Range{{0, s.rows}}
	}
	return joinRanges(cuts, parts, func(i int) uint64 { return s.edgesBefore(cuts[:i]) })
}

// edgesBefore counts the edges in some cuts.
func (s *Store) edgesBefore(cuts []Range) uint64 {
	sum := uint64(0)
	for _, cut := range cuts {
		sum += s.Edges(Range{0, s.rows}, cut)
	}
	return sum
}

// joinRanges joins consecutive ranges to at most so many, of about equal work.
func joinRanges(ranges []Range, parts int, before func(i int) uint64) []Range {
	if len(ranges) <= parts {
		return ranges
	}
	bounds := par.Cut(len(ranges), parts, before)
	joined := make([]Range, len(bounds)-1)
	for i := range joined {
		joined[i] = Range{ranges[bounds[i]].Begin, ranges[bounds[i+1]-1].End}
	}
	return joined
}

// cutRows cuts the rows as asked for, or into the fewest ranges that stay within
// the limit, and into single pieces where none do. It returns the bytes of the
// largest subtask, too.
func (s *Store) cutRows(c Cutting, columns []Range) (Grid, int64) {
	pieces := make([]Range, len(s.pieces))
	weight := make([]uint64, 1, len(s.pieces)+1)
	for i, p := range s.pieces {
		pieces[i] = p.Rows
		// A row takes about as much as three edges: its offset and its length.
		weight = append(weight, weight[i]+s.edges(p.Piece, Range{0, s.rows})+3*uint64(p.Rows.Len()))
	}
	grid := func(parts int) Grid {
		return Grid{Rows: joinRanges(pieces, parts, func(i int) uint64 { return weight[i] }), Columns: columns, Hubs: c.Hubs}
	}
	if c.Rows > 0 {
		g := grid(c.Rows)
		return g, c.largest(g)
	}
	most := max(len(pieces), 1)
	fits := func(parts int) bool { return c.largest(grid(parts)) <= c.Limit }
	parts := 1
	if c.Limit > 0 {
		for parts < most && !fits(parts) {
			parts = min(2*parts, most)
		}
		// Half as many were too few.
		parts = parts/2 + 1 + sort.Search(parts-parts/2-1, func(i int) bool { return fits(parts/2 + 1 + i) })
	}
	g := grid(parts)
	return g, c.largest(g)
}

// largest returns the bytes of the largest subtask.
func (c Cutting) largest(g Grid) int64 {
	most := int64(0)
	if c.Bytes != nil {
		for t := range g.Subtasks() {
			most = max(most, c.Bytes(g, t))
		}
	}
	return most
}

// reads counts the edges that are read where rows I, or their part in columns K,
// stay while the others pass.
func (s *Store) reads(g Grid) uint64 {
	sum := uint64(0)
	last := Subtask{-1, -1, -1}
	for t := range g.Subtasks() {
		rows, columns := g.Rows[t.I], Range{0, s.rows}
		if t.J != HubColumn {
			columns = g.Columns[t.K]
		}
		if t.I != last.I || t.K != last.K || t.J == HubColumn {
			sum += s.Edges(rows, columns)
		}
		if t.J != HubColumn && t.J != t.I {
			sum += s.Edges(g.Rows[t.J], columns)
		}
		if t.J != HubColumn && len(g.Columns) > 1 {
			sum += s.Edges(rows, g.Rows[t.J])
		}
		last = t
	}
	return sum
}
