package cpucount

import (
	"context"
	"math"
	"slices"

	"github.com/tricycle-graph/tricycle/internal/hugemem"
	"github.com/tricycle-graph/tricycle/internal/par"
	"github.com/tricycle-graph/tricycle/internal/partition"
)

// edgeSums is what a counter holds that adds up the triangles of each edge. Those of
// rows I stay as these do, and those of columns K of rows J go to a file after each
// subtask.
type edgeSums struct {
	to      *partition.Sums
	at      hugemem.Array[uint32] // of each of Subtasks.neighbors
	credits *credits[uint32]      // over these
	joined  hugemem.Array[uint32]
	hubs    hugemem.Array[uint32] // of the edges between hubs
	begins  []uint64              // of each hub in these, and behind the last
}

// PerEdge has the counter add the triangles of its subtasks to their edges, too. to is of
// the store, of which no list is longer than longest, and of the grid. It has all of them
// after [Subtasks.Flush].
func (c *Subtasks) PerEdge(to *partition.Sums, longest uint32) {
	c.edges, c.longest = &edgeSums{to: to}, longest
}

// PerEdgeBytes is what a counter holds that adds the triangles of a subtask to their edges,
// beside one that does not: rows I, of which columns may be given apart, have so many
// edges, and so many pass them at most. The edges between hubs are apart.
func PerEdgeBytes(workers, rows int, longest uint32, upper, apart, lower uint64) int64 {
	return notesBytes(math.MaxUint32, workers) + tallyBytes(rows, workers, longest) + partition.SumsBytes(workers) +
		4*int64(upper+apart+lower) + hubBlocksBytes(upper)
}

// HubSumsBytes is what so many edges between hubs take, and those of them besides that are
// given away at once.
func HubSumsBytes(edges uint64, hubs uint32) int64 { return 8*int64(edges) + 8*int64(hubs) }

func (e *edgeSums) free() {
	e.at.Free()
	e.joined.Free()
	e.hubs.Free()
}

// begin has room for the sums of rows I, and of rows J.
func (e *edgeSums) begin(edges, workers int) (err error) {
	e.at, err = hugemem.New[uint32](edges)
	e.credits = newCredits(e.at.Slice(), workers)
	return err
}

// supportRows counts a subtask by the method auto, on rows as they are.
func (c *Subtasks) supportRows(ctx context.Context, a *answering, rows, hubs int) (uint64, error) {
	e := c.edges
	count, err := c.answerRows(ctx, a, rows, hubs, func(worker int, w *answerer, begin, end int) (count uint64) {
		if a.lower == nil {
			w.eachHub(begin, end, func(u int, shares []uint32) {
				sum, at := uint64(0), e.at.Slice()[a.upper[u]:] // which no other worker adds to
				for i, n := range shares {
					at[i] += n
					sum += uint64(n)
				}
				count += sum / 2
			})
			return count
		}
		return w.support(begin, end, end, e.credits.of(worker))
	})
	switch {
	case err != nil:
		return 0, err
	case a.lower == nil:
		return count, c.supportHubs(ctx, a)
	}
	return count, e.credits.finish(ctx)
}

// supportHubs adds what the hubs of rows I close with each other.
func (c *Subtasks) supportHubs(ctx context.Context, a *answering) error {
	e := c.edges
	if e.begins == nil {
		e.begins = make([]uint64, 1, a.matrix.hubs+1)
		for h := range uint32(a.matrix.hubs) {
			before := e.begins[h]
			for range a.matrix.below(h) {
				before++
			}
			e.begins = append(e.begins, before)
		}
		var err error
		if e.hubs, err = hugemem.New[uint32](int(e.begins[a.matrix.hubs])); err != nil {
			return err
		}
	}
	params := c.params
	params.Meter = nil
	return a.hubEdges(ctx, params, 0, e.hubs.Slice(), e.begins, func(v uint32, room []uint32) []uint32 {
		return slices.AppendSeq(room, a.matrix.below(v))
	})
}

// giveLower gives away what a subtask found of the edges of columns K of rows J, which
// begin at a place; those of rows I that are among them stay.
func (c *Subtasks) giveLower(ctx context.Context, t partition.Subtask, begin, end uint64) error {
	if begin == end {
		return nil
	}
	sums := c.edges.at.Slice()[begin:end]
	err := c.edges.to.Add(ctx, t.J, t.K, 0, sums, c.workers)
	clear(sums)
	return err
}

// giveUpper gives away what was found of the edges of rows I.
func (c *Subtasks) giveUpper(ctx context.Context) error {
	e := c.edges
	if e == nil || c.offsets.Slice() == nil {
		return nil
	}
	offsets, i := c.offsets.Slice()[:c.upper.Len()+1], slices.Index(c.grid.Rows, c.upper)
	all := e.at.Slice()[:offsets[c.upper.Len()]]
	if len(c.grid.Columns) == 1 {
		err := e.to.Add(ctx, i, 0, 0, all, c.workers)
		clear(all)
		return err
	}
	for k, columns := range c.grid.Columns {
		part, err := hugemem.New[uint32](int(c.edgesOfUpper(columns)))
		if err != nil {
			return err
		}
		to := part.Slice()
		for r, begin := range offsets[:c.upper.Len()] {
			row := c.neighbors.Slice()[begin:offsets[r+1]]
			first, last := bound(row, columns.Begin), bound(row, columns.End)
			to = to[copy(to, all[begin+uint64(first):begin+uint64(last)]):]
		}
		err = e.to.Add(ctx, i, k, 0, part.Slice()[:len(part.Slice())-len(to)], c.workers)
		part.Free()
		if err != nil {
			return err
		}
	}
	clear(all)
	return nil
}

// edgesOfUpper counts the edges of rows I to a range of columns.
func (c *Subtasks) edgesOfUpper(columns partition.Range) (edges uint64) {
	offsets := c.offsets.Slice()
	for r, begin := range offsets[:c.upper.Len()] {
		row := c.neighbors.Slice()[begin:offsets[r+1]]
		edges += uint64(bound(row, columns.End) - bound(row, columns.Begin))
	}
	return edges
}

// bound returns how many entries of a row are below a rank.
func bound(row []uint32, rank uint32) int {
	n, _ := slices.BinarySearch(row, rank)
	return n
}

// Flush gives away what the counter still holds of the edges, if it adds them up.
func (c *Subtasks) Flush(ctx context.Context) error {
	if c.edges == nil {
		return nil
	}
	if err := c.giveUpper(ctx); err != nil {
		return err
	}
	return c.giveHubs(ctx)
}

// giveHubs gives away what was found of the edges between hubs, which are the first ones
// of each block.
func (c *Subtasks) giveHubs(ctx context.Context) error {
	e := c.edges
	if e.begins == nil {
		return nil
	}
	for i, rows := range c.grid.Rows {
		if rows.Begin >= c.grid.Hubs {
			break
		}
		part := make([]uint32, 0, e.begins[min(rows.End, c.grid.Hubs)]-e.begins[rows.Begin])
		for k, columns := range c.grid.Columns {
			part = part[:0]
			for h := rows.Begin; h < min(rows.End, c.grid.Hubs); h++ {
				at := e.begins[h]
				for w := range c.square.below(h) {
					if w >= columns.Begin && w < columns.End {
						part = append(part, e.hubs.Slice()[at])
					}
					at++
				}
			}
			if err := e.to.Add(ctx, i, k, 0, part, c.workers); err != nil {
				return err
			}
		}
	}
	clear(e.hubs.Slice())
	return nil
}

// supportJoined counts a subtask on joined lists: edges of rows J and columns K come
// first, and then of each of rows I those to columns and those to rows J.
func (c *Subtasks) supportJoined(ctx context.Context, t partition.Subtask, joined *partition.Joined, blocks [3]*partition.Block, params Params) (uint64, error) {
	e, edges, upper := c.edges, blocks[0], blocks[1]
	var err error
	if e.joined, err = hugemem.New[uint32](int(joined.Edges())); err != nil {
		return 0, err
	}
	defer e.joined.Free()
	at := e.joined.Slice()
	count, err := c.method.walk(ctx, joined.Oriented, params, &edgeTaker{joined.Oriented, at})
	if err != nil {
		return 0, err
	}
	if err := e.to.Add(ctx, t.J, t.K, 0, at[:joined.Offsets()[joined.Upper]], c.workers); err != nil {
		return 0, err
	}
	return count, par.Chunks(ctx, c.workers, c.upper.Len(), 1<<12, func(_, begin, end int) error {
		for r := begin; r < end; r++ {
			first, sums := c.offsets.Slice()[r], at[joined.Offsets()[joined.Upper+r]:]
			row, of := c.neighbors.Slice()[first:c.offsets.Slice()[r+1]], e.at.Slice()[first:]
			n := addTo(of[bound(row, upper.Columns.Begin):], sums[:upper.Lengths[r]])
			addTo(of[bound(row, edges.Columns.Begin):], sums[n:][:edges.Lengths[r]])
		}
		return nil
	})
}

// addTo adds numbers to others, and returns how many.
func addTo(to, more []uint32) int {
	for i, n := range more {
		to[i] += n
	}
	return len(more)
}
