package cpucount

import (
	"context"

	"github.com/tricycle-graph/tricycle/internal/par"
	"github.com/tricycle-graph/tricycle/internal/partition"
	"github.com/tricycle-graph/tricycle/internal/simd"
)

// StripsPay reports whether a store is best counted by strips, and so without hubs apart:
// where it is large, and dense rows have lines within the memory that a matrix may take.
func (c *Subtasks) StripsPay(s *partition.Store) bool {
	return c.method == Auto && !c.answers() && stripsPay(s.Edges(allColumns(s), allColumns(s)), c.params) && c.wishedLines(s) > 0
}

// WishedBytes is Bytes of a subtask that has all strips that pay.
func (c *Subtasks) WishedBytes(s *partition.Store, g partition.Grid, t partition.Subtask) int64 {
	return c.plainBytes(s, g, t) + queuedBytes(c.wishedLines(s), longestRange(g), c.workers)
}

func (c *Subtasks) wishedLines(s *partition.Store) int {
	return c.linesWithin(s, 0, c.params.MatrixRoom())
}

// stripLines says how many rows have lines while a subtask is counted: as many as fit
// beside the rest. It depends on the machine; what is counted does not.
func (c *Subtasks) stripLines(s *partition.Store, g partition.Grid, t partition.Subtask) int {
	if c.lined > 0 {
		return c.lined
	}
	if c.method != Auto || c.answers() || g.Hubs > 0 || s.Edges(allColumns(s), allColumns(s)) < stripLeast {
		return 0
	}
	return c.linesWithin(s, longestRange(g), c.params.Memory-c.plainBytes(s, g, t))
}

// linesWithin says how many rows have lines, where strips with so many upper rows have so
// much memory: none where there would not be many hubs.
func (c *Subtasks) linesWithin(s *partition.Store, upper int, memory int64) int {
	inside := firstRows(s)
	if s.Rows() < stripHubs || inside(stripHubs) < HubDensity*wordsWithBits(stripHubs) {
		return 0
	}
	return mostLines(int(s.Rows()), inside, func(lines int) bool {
		return c.params.Memory <= 0 || queuedBytes(lines, upper, c.workers) <= memory
	})
}

// queuedBytes is what strips hold that have so many lines and upper rows.
func queuedBytes(lines, upper, workers int) int64 {
	n := (lines + simd.StripBits - 1) / simd.StripBits
	return stripTables(lines) + stripQueueBytes(n, workers, lowerTimes*lines) + stripQueueBytes(n, workers, upper)
}

// firstRows returns how many edges are in the first rows, and in the piece that holds the
// last of them.
func firstRows(s *partition.Store) func(rows int) uint64 {
	return func(rows int) uint64 { return s.Edges(partition.Range{End: uint32(rows)}, allColumns(s)) }
}

// longestRange is how many upper rows strips must have room for, which keep what they have.
func longestRange(g partition.Grid) int {
	longest := 0
	for _, r := range g.Rows {
		longest = max(longest, r.Len())
	}
	return longest
}

// limitStrips has strips with other room than before give all back.
func (c *Subtasks) limitStrips(lines int) {
	if c.strips != nil && lines != c.lines {
		c.strips.free()
	}
	c.lines = lines
}

// countStrips counts for the v in [from, to) that have lines: to each worker's state.
func (c *Subtasks) countStrips(ctx context.Context, lower []uint64, neighbors []uint32, columns partition.Range, from, to int) error {
	crew := par.NewCrew(ctx, c.workers)
	defer crew.Close()
	if c.strips == nil {
		c.strips = &queuedStrips{kernels: c.kernels, block: queuedBlock, states: c.states}
	}
	c.strips.crew, c.strips.neighbors, c.strips.columns = crew, neighbors, columns
	return c.strips.count(c.offsets.Slice()[:c.upper.Len()+1], lower, from, to)
}
