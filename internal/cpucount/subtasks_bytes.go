package cpucount

import "github.com/tricycle-graph/tricycle/internal/partition"

// Bytes is what the counter holds while it counts a subtask, at most.
func (c *Subtasks) Bytes(s *partition.Store, g partition.Grid, t partition.Subtask) int64 {
	held := c.plainBytes(s, g, t)
	if lines := c.stripLines(s, g, t); lines > 0 {
		held += queuedBytes(lines, longestRange(g), c.workers)
	}
	return held
}

// plainBytes is Bytes without strips, which are left out where they do not fit.
func (c *Subtasks) plainBytes(s *partition.Store, g partition.Grid, t partition.Subtask) int64 {
	if c.method == Auto {
		matrix := matrixBytes(int(g.Hubs))
		if c.answers() {
			matrix = squareBytes(g.Hubs) + c.answerBytes(s, g, t.I, mostLower(s, g, t.I))
		}
		return PageBytes + s.FillBytes(c.workers) + matrix + int64(c.workers)*(int64(s.Rows()/8)+12*int64(g.Hubs/64+1)) +
			upperBytes(s, g, t.I) + 4*int64(mostLower(s, g, t.I))
	}
	rows, lower, columns := g.Rows[t.I], g.Rows[t.J], g.Columns[t.K]
	edges := s.Edges(rows, lower) + s.Edges(rows, columns) + s.Edges(lower, columns)
	held := PageBytes + s.FillBytes(c.workers) + 4*int64(edges) + 4*int64(2*rows.Len()+lower.Len()) + partition.JoinBytes(lower, rows, edges)
	if c.edges != nil {
		held += upperBytes(s, g, t.I) + c.answerBytes(s, g, t.I, edges)
	}
	joined := columns.Len() + lower.Len() + rows.Len()
	return held + c.method.Bytes(joined, edges, uint32(min(uint64(columns.Len()+lower.Len()), edges)), c.params)
}

// upperBytes is what rows I hold; the lengths are of them or of rows J.
func upperBytes(s *partition.Store, g partition.Grid, i int) int64 {
	longest := 0
	for _, r := range g.Rows[:i+1] {
		longest = max(longest, r.Len())
	}
	return 4*int64(s.Edges(g.Rows[i], allColumns(s))) + 8*int64(g.Rows[i].Len()) + 12*int64(longest)
}

// answerBytes is what a counter that answers holds besides, with so many edges beside
// rows I; but for the matrix of the hubs.
func (c *Subtasks) answerBytes(s *partition.Store, g partition.Grid, i int, lower uint64) int64 {
	if c.edges == nil {
		return PerVertexBytes(c.workers, int(s.Rows()), c.longest)
	}
	apart, hubs := uint64(0), partition.Range{End: g.Hubs}
	if len(g.Columns) > 1 {
		for _, columns := range g.Columns {
			apart = max(apart, s.Edges(g.Rows[i], columns))
		}
	}
	return PerEdgeBytes(c.workers, int(s.Rows()), c.longest, s.Edges(g.Rows[i], allColumns(s)), apart, lower) + HubSumsBytes(s.Edges(hubs, hubs), g.Hubs)
}

// MatrixRoom is the memory that the matrix of the hubs may take beside parts: a
// quarter leaves most of it for rows.
func (p Params) MatrixRoom() int64 { return p.Memory / 4 }

// PageBytes is what arrays take besides for being on huge pages.
const PageBytes = 16 << 20
