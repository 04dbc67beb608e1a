package cpucount

import (
	"context"
	"math"
	"sync/atomic"

	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/partition"
)

// PerVertex has the counter credit the triangles of its subtasks to their corners, too:
// at has a counter for each row of the store, of which no list is longer than longest.
func (c *Subtasks) PerVertex(at []uint64, longest uint32) {
	c.vertices, c.longest = at, longest
}

// PerVertexBytes is what so many workers hold of a counter that credits the vertices of so
// many rows, beside one that does not.
func PerVertexBytes(workers, rows int, longest uint32) int64 {
	return notesBytes(math.MaxUint32, workers) + creditingBytes(rows, workers, longest)
}

// creditRows counts a subtask by the method auto, on rows as they are.
func (c *Subtasks) creditRows(ctx context.Context, a *answering, rows, hubs int) (uint64, error) {
	if c.corners == nil {
		var err error
		if c.corners, err = newCorners(c.vertices, c.workers); err != nil {
			return 0, err
		}
	}
	count, err := c.answerRows(ctx, a, rows, hubs, func(worker int, w *answerer, begin, end int) uint64 {
		if a.lower == nil {
			return w.verticesOfHubs(begin, end, c.corners.of(worker))
		}
		return w.vertices(begin, end, c.corners, worker)
	})
	if err != nil {
		return 0, err
	}
	return count, c.corners.finish(ctx)
}

// joinedTaker credits each triangle of joined lists to the rows of its corners.
type joinedTaker struct {
	lists  *lists.Oriented
	joined *partition.Joined
	begins [3]uint32 // the rows of the store that columns, rows J and rows I begin with
	at     []uint64
}

// row returns which row of the store one of the joined lists is.
func (t *joinedTaker) row(r uint32) uint32 {
	switch {
	case int(r) >= t.joined.Upper:
		return r - uint32(t.joined.Upper) + t.begins[2]
	case int(r) >= t.joined.Lower:
		return r - uint32(t.joined.Lower) + t.begins[1]
	}
	return r + t.begins[0]
}

func (t *joinedTaker) take(u uint32, pos uint64, third []uint32) {
	v := t.lists.Neighbors()[pos]
	row := t.lists.Row(v)
	atomic.AddUint64(&t.at[t.row(u)], uint64(len(third)))
	atomic.AddUint64(&t.at[t.row(v)], uint64(len(third)))
	for _, i := range third {
		atomic.AddUint64(&t.at[t.row(row[i])], 1)
	}
}
