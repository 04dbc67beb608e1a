package gpucount

import (
	"cmp"
	"context"
	"errors"
	"time"

	"github.com/tricycle-graph/tricycle/internal/cpucount"
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpugraph"
	"github.com/tricycle-graph/tricycle/internal/par"
	"github.com/tricycle-graph/tricycle/internal/partition"
)

// Subtasks counts subtasks on a GPU.
//
// By the method auto, with all columns in one range, rows are copied to the
// device as they are, and stay there as long as there is room. Triangles whose
// middle corner is a hub are counted by the hubs' bit matrix, the others by
// columns, see planDeviceAuto. While the kernels run, the rows that come next
// are copied.
//
// Of other subtasks, and for other methods, the blocks are joined into lists of
// their own, which are copied and counted as any graph is.
//
// So are all subtasks where each vertex or edge is asked for, see [Answers].
//
// Where the device turns out to have no memory for a subtask, it is counted in
// smaller parts, and all that follow, too.
type Subtasks struct {
	dev     *gpu.Device
	method  cpucount.Method
	params  Params
	threads int

	parts *deviceParts  // nil before the first subtask
	most  int64         // bytes that a range of rows may take, once memory was short; 0 before
	Took  time.Duration // by the device's clock
	alone bool          // nothing is copied in the background (tests count calls)

	Answers // to which what it finds of vertices or edges is added, where these are asked for
	found   found
}

func NewSubtasks(dev *gpu.Device, method cpucount.Method, params Params, threads int) *Subtasks {
	return &Subtasks{dev: dev, method: method, params: params, threads: par.Workers(threads)}
}

// Count counts one subtask. An error of the class gpu.ErrOutOfMemory says that
// the device has not even room for single pieces.
func (c *Subtasks) Count(ctx context.Context, store *partition.Store, grid partition.Grid, t partition.Subtask) (uint64, error) {
	if c.asked() {
		return c.answer(ctx, store, grid, t)
	}
	if t.J != partition.HubColumn && (c.method != cpucount.Auto || len(grid.Columns) > 1) {
		return c.countLists(ctx, store, grid, listsOf(grid, t))
	}
	for {
		triangles, err := c.countRows(ctx, store, grid, t)
		if !errors.Is(err, gpu.ErrOutOfMemory) {
			return triangles, err
		}
		if halved := c.halve(store, grid); halved != nil {
			return 0, cmp.Or(err, halved)
		}
	}
}

// Close gives back what is on the device.
func (c *Subtasks) Close() error {
	if c.parts == nil {
		return nil
	}
	err := c.parts.close()
	c.parts = nil
	return err
}

// halve gives back what is on the device and lets ranges of rows take half as
// much. The error says that they cannot.
func (c *Subtasks) halve(store *partition.Store, grid partition.Grid) error {
	largest := func() int64 {
		most := int64(0)
		for _, ranges := range cutStored(store, grid.Rows, c.most) {
			for _, rows := range ranges {
				most = max(most, storedBytes(store, rows))
			}
		}
		return most
	}
	err := c.Close()
	before := largest()
	if c.most = before / 2; err == nil && largest() == before {
		return errNoRoom
	}
	return err
}

// countRows counts a subtask with its rows on the device as they are.
func (c *Subtasks) countRows(ctx context.Context, store *partition.Store, grid partition.Grid, t partition.Subtask) (uint64, error) {
	if c.parts == nil || !c.parts.isFor(store, grid) {
		if err := c.Close(); err != nil {
			return 0, err
		}
		var err error
		if c.parts, err = openDeviceParts(ctx, c.dev, store, grid, c.most, c.threads); err != nil {
			return 0, err
		}
		c.parts.alone = c.alone
	}
	triangles, took, err := c.parts.count(ctx, t)
	c.Took += took
	return triangles, err
}

// threeRanges are those of the corners of triangles: rows of the largest and of the
// middle one, and columns of the smallest. Middle corners are some of the lower rows.
type threeRanges struct{ upper, lower, middle, columns partition.Range }

// listsOf returns the ranges of a subtask whose middle corners are no hubs.
func listsOf(grid partition.Grid, t partition.Subtask) threeRanges {
	lower := grid.Rows[t.J]
	return threeRanges{grid.Rows[t.I], lower, partition.Range{Begin: max(lower.Begin, grid.Hubs), End: lower.End}, grid.Columns[t.K]}
}

// halved halves the rows that take most, and returns both halves; none where all are
// single pieces.
func (r threeRanges) halved(store *partition.Store) []threeRanges {
	uppers, lowers := halves(store, r.upper), halves(store, r.lower)
	var both []threeRanges
	switch {
	case len(uppers) == 1 && len(lowers) == 1:
	case len(uppers) == 1 || len(lowers) > 1 && storedBytes(store, r.lower) > storedBytes(store, r.upper):
		for _, lower := range lowers {
			middle := partition.Range{Begin: max(lower.Begin, r.middle.Begin), End: min(lower.End, r.middle.End)}
			both = append(both, threeRanges{r.upper, lower, middle, r.columns})
		}
	default:
		for _, upper := range uppers {
			both = append(both, threeRanges{upper, r.lower, r.middle, r.columns})
		}
	}
	return both
}

// countLists counts the triangles of three ranges in lists of their own.
func (c *Subtasks) countLists(ctx context.Context, store *partition.Store, grid partition.Grid, r threeRanges) (uint64, error) {
	triangles, err := c.countJoined(ctx, store, grid, r)
	if !errors.Is(err, gpu.ErrOutOfMemory) {
		return triangles, err
	}
	both := r.halved(store)
	if both == nil {
		return 0, err
	}
	triangles = 0
	for _, half := range both {
		part, err := c.countLists(ctx, store, grid, half)
		if err != nil {
			return 0, err
		}
		triangles += part
	}
	return triangles, nil
}

// countJoined is countLists as far as the device has memory.
func (c *Subtasks) countJoined(ctx context.Context, store *partition.Store, grid partition.Grid, r threeRanges) (_ uint64, err error) {
	if r.middle.Begin >= r.middle.End {
		return 0, nil
	}
	var blocks [3]*partition.Block
	for i, b := range [3][2]partition.Range{{r.upper, r.middle}, {r.upper, r.columns}, {r.lower, r.columns}} {
		if blocks[i], err = store.Load(ctx, b[0], b[1], c.threads); err != nil {
			return 0, err
		}
	}
	edges := *blocks[0]
	edges.Columns = r.lower // of which some are empty
	joined, err := partition.Join(ctx, &edges, blocks[1], blocks[2], c.threads)
	if err != nil {
		return 0, err
	}
	defer joined.Free()
	lists, err := gpugraph.Upload(ctx, c.dev, joined.Oriented, gpugraph.Options{Threads: c.threads})
	if err != nil {
		return 0, err
	}
	defer func() { err = cmp.Or(err, lists.Close()) }()
	if c.asked() {
		return c.answerJoined(ctx, store, grid, joinedLists{joined, lists, blocks})
	}
	triangles, took, err := Count(ctx, c.dev, lists, c.method, c.params)
	c.Took += took
	return triangles, err
}

// halves cuts rows of a store into two ranges of about equal size, or returns
// them where they are one piece.
func halves(store *partition.Store, rows partition.Range) []partition.Range {
	var best []partition.Range
	least := storedBytes(store, rows)
	for _, p := range store.Pieces() {
		if p.Rows.Begin <= rows.Begin || p.Rows.Begin >= rows.End {
			continue
		}
		a, b := partition.Range{Begin: rows.Begin, End: p.Rows.Begin}, partition.Range{Begin: p.Rows.Begin, End: rows.End}
		if larger := max(storedBytes(store, a), storedBytes(store, b)); best == nil || larger < least {
			best, least = []partition.Range{a, b}, larger
		}
	}
	if best == nil {
		return []partition.Range{rows}
	}
	return best
}
