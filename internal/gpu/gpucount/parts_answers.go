package gpucount

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpugraph"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpurun"
	"github.com/tricycle-graph/tricycle/internal/hugemem"
	"github.com/tricycle-graph/tricycle/internal/par"
	"github.com/tricycle-graph/tricycle/internal/partition"
)

// Answers are what counters add to for each vertex or edge, one of the two or none.
type Answers struct {
	Vertices []uint64        // triangles of each row of the store
	Edges    *partition.Sums // triangles of each edge
}

func (a Answers) asked() bool { return a.Vertices != nil || a.Edges != nil }

// found is what a counter found of a subtask. It waits on the host until the subtask is
// finished: of a device that fails nothing is kept that another one will find again.
type found struct {
	rows  []foundRows
	edges []foundEdges
}

// foundRows are the triangles of consecutive rows.
type foundRows struct {
	first  uint32
	counts []uint64
}

// addRows adds the triangles of rows: to those of the same rows where there are any, so that
// the more halves a subtask is counted in, the more is added up and not the more is held.
func (f *found) addRows(some ...foundRows) {
	first := len(f.rows) == 0
	for _, more := range some {
		at := slices.IndexFunc(f.rows, func(of foundRows) bool {
			return of.first == more.first && len(of.counts) == len(more.counts)
		})
		switch {
		case at >= 0:
			for i, n := range more.counts {
				f.rows[at].counts[i] += n
			}
		case first:
			f.rows = append(f.rows, more)
		default: // the others of some lie beside it in memory, and are not to be held
			f.rows = append(f.rows, foundRows{more.first, slices.Clone(more.counts)})
		}
	}
}

// foundEdges are the triangles of consecutive edges of block (i, k).
type foundEdges struct {
	i, k  int
	first uint64
	sums  []uint32
}

// Keep adds what was found of the last subtask to the answer.
func (c *Subtasks) Keep(ctx context.Context) error {
	for _, f := range c.found.rows {
		to := c.Vertices[f.first:]
		for i, n := range f.counts {
			to[i] += n
		}
	}
	for _, f := range c.found.edges {
		if err := c.Edges.Add(ctx, f.i, f.k, f.first, f.sums, c.threads); err != nil {
			return err
		}
	}
	c.found = found{}
	return nil
}

// answer counts a subtask in lists of its own, and finds its triangles at each row or
// edge. Where middle corners are hubs, these are lower rows and columns, too.
func (c *Subtasks) answer(ctx context.Context, store *partition.Store, grid partition.Grid, t partition.Subtask) (triangles uint64, err error) {
	c.found = found{} // of a subtask that failed
	if t.J != partition.HubColumn {
		return c.countLists(ctx, store, grid, listsOf(grid, t))
	}
	hubs := partition.Range{End: grid.Hubs}
	for _, lower := range grid.Rows[:t.I+1] {
		middle := partition.Range{Begin: lower.Begin, End: min(lower.End, hubs.End)}
		part, err := c.countLists(ctx, store, grid, threeRanges{grid.Rows[t.I], lower, middle, hubs})
		if err != nil {
			return 0, err
		}
		triangles += part
	}
	return triangles, nil
}

// joinedLists are lists on a device that were joined of blocks: the upper rows to lower
// ones and to columns, and the lower rows to columns.
type joinedLists struct {
	*partition.Joined
	lists  *gpugraph.Oriented
	blocks [3]*partition.Block
}

// answerJoined answers for rows or edges of joined lists.
func (c *Subtasks) answerJoined(ctx context.Context, store *partition.Store, grid partition.Grid, j joinedLists) (uint64, error) {
	if c.Vertices != nil {
		counts, err := answerOn(ctx, c, j.lists.Rows, func(to gpu.Array[uint64]) (time.Duration, error) {
			return Vertices(ctx, c.dev, j.lists, c.method, c.params, to)
		})
		if err != nil {
			return 0, err
		}
		columns, upper, lower := counts[:j.Lower], counts[j.Upper:], counts[j.Lower:j.Upper]
		c.found.addRows(
			foundRows{j.blocks[2].Columns.Begin, columns}, foundRows{j.blocks[2].Rows.Begin, lower}, foundRows{j.blocks[1].Rows.Begin, upper})
		triangles := uint64(0) // each has one upper corner
		for _, n := range upper {
			triangles += n
		}
		return triangles, nil
	}
	support, err := answerOn(ctx, c, int(j.lists.Edges), func(to gpu.Array[uint32]) (time.Duration, error) {
		return Support(ctx, c.dev, j.lists, c.method, c.params, to)
	})
	if err != nil {
		return 0, err
	}
	triangles := uint64(0) // each has one edge between a lower row and a column
	for _, n := range support[:j.Offsets()[j.Upper]] {
		triangles += uint64(n)
	}
	edges, upper, lower := j.blocks[0], j.blocks[1], j.blocks[2]
	offsets := j.Offsets()
	err = c.share(ctx, store, grid, lower, j.blocks, func(r int) []uint32 { return support[offsets[j.Lower+r]:] })
	if err == nil {
		err = c.share(ctx, store, grid, upper, j.blocks, func(r int) []uint32 { return support[offsets[j.Upper+r]:] })
	}
	if err == nil {
		err = c.share(ctx, store, grid, edges, j.blocks, func(r int) []uint32 { return support[offsets[j.Upper+r]+uint64(upper.Lengths[r]):] })
	}
	return triangles, err
}

// answerOn brings what body finds in an array on the device.
func answerOn[T gpu.Element](ctx context.Context, c *Subtasks, n int, body func(to gpu.Array[T]) (time.Duration, error)) (found []T, err error) {
	r := gpurun.New(c.dev)
	defer func() { err = cmp.Or(err, r.Close()) }()
	to := gpurun.Array[T](r, n)
	if r.Err != nil {
		return nil, r.Err
	}
	took, err := body(to)
	c.Took += took
	if err != nil {
		return nil, err
	}
	return gpurun.Bring(ctx, c.dev, to, c.threads)
}

// share adds what was found of the edges of a block, which support returns row by row,
// to the blocks of the grid that have these edges. Some of them may be loaded.
func (c *Subtasks) share(ctx context.Context, store *partition.Store, grid partition.Grid, b *partition.Block, loaded [3]*partition.Block, support func(r int) []uint32) error {
	done := make([]uint32, len(b.Lengths)) // edges of each row
	for k, columns := range grid.Columns {
		if !partition.Overlap(columns, b.Columns) {
			continue
		}
		block, err := blockOf(ctx, store, b.Rows, columns, loaded, c.threads)
		if err != nil {
			return err
		}
		begins := make([]uint64, len(block.Lengths)+1)
		for r, n := range block.Lengths {
			begins[r+1] = begins[r] + uint64(n)
		}
		sums := c.foundOf(store, grid, b.Rows, k)
		if uint64(len(sums)) != begins[len(block.Lengths)] {
			return fmt.Errorf("internal error: %d edges in a block of %d; please report it", begins[len(block.Lengths)], len(sums))
		}
		err = par.Chunks(ctx, c.threads, len(block.Lengths), 1<<12, func(_, begin, end int) error {
			for r := begin; r < end; r++ {
				row, to := block.Neighbors[begins[r]:begins[r+1]], sums[begins[r]:begins[r+1]]
				first, _ := slices.BinarySearch(row, b.Columns.Begin)
				last, _ := slices.BinarySearch(row, b.Columns.End)
				for i, n := range support(r)[done[r]:][:last-first] {
					to[first+i] += n
				}
				done[r] += uint32(last - first)
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// blockOf returns a block of those that are loaded, or loads it.
func blockOf(ctx context.Context, store *partition.Store, rows, columns partition.Range, loaded [3]*partition.Block, threads int) (*partition.Block, error) {
	for _, b := range loaded {
		if b.Rows == rows && b.Columns == columns {
			return b, nil
		}
	}
	return store.Load(ctx, rows, columns, threads)
}

// foundOf returns where the triangles are added up of the edges of rows, some or all of a
// row range, in column range k.
func (c *Subtasks) foundOf(store *partition.Store, grid partition.Grid, rows partition.Range, k int) []uint32 {
	i := slices.IndexFunc(grid.Rows, func(of partition.Range) bool { return partition.Overlap(of, rows) })
	first := store.Edges(partition.Range{Begin: grid.Rows[i].Begin, End: rows.Begin}, grid.Columns[k])
	edges := store.Edges(rows, grid.Columns[k])
	for _, f := range c.found.edges {
		if f.i == i && f.k == k && f.first == first && uint64(len(f.sums)) == edges {
			return f.sums
		}
	}
	f := foundEdges{i, k, first, hugemem.Make[uint32](int(edges))}
	c.found.edges = append(c.found.edges, f)
	return f.sums
}
