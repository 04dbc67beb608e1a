package gpucount

import (
	"context"
	"errors"
	"math"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/cpucount"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpugraph"
	"github.com/tricycle-graph/tricycle/internal/partition"
)

// cutTCBW cuts by the rule of TCBW for the room on each device. Where the smallest parts do
// not fit it is the counters that cut further, or say so.
func (c Cutting) cutTCBW(ctx context.Context, store *partition.Store) (partition.Grid, error) {
	cutting := partition.Cutting{TCBW: true, Limit: c.Room}
	if c.Method == cpucount.Auto && !c.answers() {
		var err error
		if cutting.Hubs, err = storeHubs(ctx, store, c.Room); err != nil {
			return partition.Grid{}, err
		}
	}
	cutting.Bytes = func(g partition.Grid, t partition.Subtask) int64 { return c.bytes(store, g, t) }
	grid, err := store.Cut(cutting)
	if errors.As(err, new(*graph.MemoryError)) {
		cutting.Columns, cutting.Limit = len(store.Cuts()), 0
		grid, err = store.Cut(cutting)
	}
	return grid, err
}

// bytes is what a device holds to count a subtask, of three blocks that are joined; more
// than any device has where the host has no room for it.
func (c Cutting) bytes(store *partition.Store, g partition.Grid, t partition.Subtask) int64 {
	all := partition.Range{End: store.Rows()}
	if c.Memory > 0 && c.HostBytes(store, g, t) > c.Memory {
		return math.MaxInt64
	}
	rows := g.Rows[t.I]
	if t.J == partition.HubColumn {
		return rowsBytes(rows.Len(), store.Edges(rows, all)) + hubMatrixBytes(int(g.Hubs))
	}
	if c.Method == cpucount.Auto && len(g.Columns) == 1 && !c.answers() {
		return c.full(newPartsRoom(store, [][]partition.Range{g.Rows}, g), int(store.Rows()), 1)
	}
	lower, columns := g.Rows[t.J], g.Columns[t.K]
	edges := store.Edges(rows, lower) + store.Edges(rows, columns) + store.Edges(lower, columns)
	return c.JoinedBytes(rows.Len()+lower.Len()+columns.Len(), edges)
}

// JoinedBytes is what a device holds for lists of so many rows and edges that are joined of
// three blocks, with what a method builds or what is found.
func (c Cutting) JoinedBytes(rows int, edges uint64) int64 {
	if c.answers() {
		columns := columnRoom{upper: rows, lower: rows, edges: edges, segments: edges}
		return gpugraph.ListsBytes(rows, edges) + columns.bytes() + c.foundBytes(rows, edges)
	}
	return 2 * gpugraph.ListsBytes(rows, edges) // as much for what a method builds
}

// LikeCuts cuts columns into at most so many ranges in which about equally many records
// have their smaller end, if those of a rank have their other ends anywhere. counts are
// the records of each rank.
func LikeCuts(counts []uint32, ranges int) []partition.Range {
	ends := 0.0
	for _, n := range counts {
		ends += float64(n)
	}
	rows := uint32(len(counts))
	cuts := []partition.Range{{End: rows}}
	before, smaller, next := 0.0, 0.0, 1
	// Of all ends those at later ranks, and all pairs of ends are half of the square.
	due := func() bool { return next < ranges && smaller >= ends*ends/2*float64(next)/float64(ranges) }
	for rank, n := range counts {
		if rank > 0 && due() {
			cuts[len(cuts)-1].End = uint32(rank)
			cuts = append(cuts, partition.Range{Begin: uint32(rank), End: rows})
			for due() { // a rank that has the records of several ranges
				next++
			}
		}
		before += float64(n)
		smaller += float64(n) * (ends - before)
	}
	return cuts
}
