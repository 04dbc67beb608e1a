package cpucount

import (
	"context"

	"github.com/tricycle-graph/tricycle/internal/partition"
)

// answers reports whether the counter answers for each vertex or edge, too.
func (c *Subtasks) answers() bool { return c.vertices != nil || c.edges != nil }

// answer counts a subtask by the method auto, on rows as they are, and answers. lower is
// nil for the hubs', and else says where the rows of middle corners begin.
func (c *Subtasks) answer(ctx context.Context, s *partition.Store, g partition.Grid, lower []uint64, from, to int) (uint64, error) {
	a := &answering{
		upper: c.offsets.Slice()[:c.upper.Len()+1], lower: lower, neighbors: c.neighbors.Slice(), first: c.upper.Begin,
		from: from, to: to, matrix: c.square, kernels: c.kernels, long: new(longRows),
	}
	if c.edges != nil {
		return c.supportRows(ctx, a, int(s.Rows()), int(g.Hubs))
	}
	return c.creditRows(ctx, a, int(s.Rows()), int(g.Hubs))
}

// answerRows gives the chunks of rows to workers, and adds up what these count.
func (c *Subtasks) answerRows(ctx context.Context, a *answering, rows, hubs int, body func(worker int, w *answerer, begin, end int) uint64) (uint64, error) {
	if c.answerers == nil {
		c.answerers = make([]*answerer, c.workers)
	}
	err := eachChunk(ctx, c.workers, cutOffsets(a.upper, c.workers, c.params.grain), func(worker, begin, end int) error {
		if c.answerers[worker] == nil {
			c.answerers[worker] = a.worker(rows, int(c.longest), hubs)
		}
		w := c.answerers[worker]
		w.answering = a
		return c.states[worker].add(body(worker, w, begin, end))
	})
	if err != nil {
		return 0, err
	}
	return sumStates(c.states)
}

// answerJoined counts a subtask by another method on joined lists, and answers. blocks are
// those that were joined.
func (c *Subtasks) answerJoined(ctx context.Context, t partition.Subtask, joined *partition.Joined, blocks [3]*partition.Block, params Params) (uint64, error) {
	if err := c.method.fits(joined.Oriented, params, 0); err != nil {
		return 0, err
	}
	if c.edges != nil {
		return c.supportJoined(ctx, t, joined, blocks, params)
	}
	edges, lower := blocks[0], blocks[2]
	begins := [3]uint32{lower.Columns.Begin, lower.Rows.Begin, edges.Rows.Begin}
	return c.method.walk(ctx, joined.Oriented, params, &joinedTaker{joined.Oriented, joined, begins, c.vertices})
}
