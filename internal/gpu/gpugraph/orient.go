package gpugraph

import (
	"context"
	"fmt"
	"math/bits"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpugraph/kernels"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpurun"
	"github.com/tricycle-graph/tricycle/internal/lists"
)

// Ranks reports whether [Cleaned.Orient] ranks by an order.
func Ranks(order graph.Order) bool {
	return order == graph.OrderDegree || order == graph.OrderAverageDegree || order == graph.OrderID || order == lists.OrderClusters
}

// Orient ranks the vertices that have an edge, by graph.OrderDegree, OrderAverageDegree, OrderID
// or lists.OrderClusters, relabels the edges and returns the oriented lists: those of lists.Orient
// for the same order, but for the last one, which a CPU has in a way of its own. It uses c up, which has only its counts
// afterwards.
func (c *Cleaned) Orient(ctx context.Context, order graph.Order) (*Oriented, error) {
	if c.used {
		return nil, errUsedUp
	}
	if !Ranks(order) || order == lists.OrderClusters && !c.roomForClusters() {
		return nil, fmt.Errorf("gpugraph: no ranking by order %q on the GPU", order)
	}
	c.opt.Meter.Start("orient", 0)
	var look Look
	if order == graph.OrderID {
		look, _ = c.Look(ctx) // an error is the run's
	}
	c.used = true
	plan := c.planRows(order)
	// The ids are the ranks where all of them have an edge.
	if order != graph.OrderID || c.opt.Order || c.degrees.connected < c.degree.Len() {
		c.rank(order)
		c.done(ctx, "rank")
		c.relabel(ctx, plan)
	} else {
		c.held = c.degree
	}
	c.sortRows(ctx, plan)
	if order == lists.OrderClusters && plan.bucketBits == 0 {
		look = c.look(c.keys, c.kept.edges, c.degrees.connected, gpu.Array[uint32]{})
	}
	var o *Oriented
	words := c.listWords()
	if words <= c.spare.Len() && c.plenty() {
		o = c.rows(ctx, plan.bucketBits, c.spare.Slice(0, words))
		o.Spare = []gpu.Array[uint64]{c.spare.Slice(words, c.spare.Len()), c.keys}
	} else {
		// What the lists take is less than what is given back here.
		c.held = gpu.Array[uint32]{}
		gpurun.Free(c.Run, &c.spare)
		o = c.rows(ctx, plan.bucketBits, gpurun.Array[uint64](c.Run, words))
		gpurun.Free(c.Run, &c.keys)
	}
	o.Look = look
	if c.held.Buffer() != c.degree.Buffer() {
		gpurun.Free(c.Run, &c.degree)
	}
	return o.release(c.Run)
}

// plenty reports whether the device has so much room that the lists may keep the memory
// they were made with.
func (c *Cleaned) plenty() bool {
	const times = 4
	return c.Room() >= times*8*int64(c.keys.Len()+c.spare.Len())
}

// rank writes the rank of each vertex in the place of its degree, those without an edge
// last: by classes, or by a stable sort of the ids. The arrays of keys for that lie in the
// edges' spare room, where there is enough of it.
func (c *Cleaned) rank(order graph.Order) {
	ids := c.degree.Len()
	switch {
	case order == lists.OrderClusters:
		keys, spare := c.spare.Slice(0, ids), c.spare.Slice(ids, 2*ids)
		c.rankByKeys(&keys, &spare, c.byClusters(keys, c.spare.Slice(2*ids, 3*ids)))
		c.keepOrder(keys)
	case order != graph.OrderDegree:
		c.rankByClass(order)
	case 2*ids <= c.spare.Len():
		c.keepHeld(2 * ids)
		keys, spare := c.spare.Slice(0, ids), c.spare.Slice(ids, 2*ids)
		c.rankByKeys(&keys, &spare, c.byDegree(keys))
		c.keepOrder(keys)
	default:
		keys, spare := gpurun.Array[uint64](c.Run, ids), gpurun.Array[uint64](c.Run, ids)
		c.rankByKeys(&keys, &spare, c.byDegree(keys))
		gpurun.Free(c.Run, &spare)
		c.keepOrder(keys)
		gpurun.Free(c.Run, &keys)
	}
}

// rankByClass ranks by TCBW's classes. In the order of the ids they are all in one.
func (c *Cleaned) rankByClass(order graph.Order) {
	least := uint64(0)
	if order == graph.OrderAverageDegree {
		least = lists.LeastCenter(uint64(c.vertices), c.kept.edges)
	}
	if c.opt.Order {
		c.order = gpurun.Array[uint32](c.Run, c.degrees.connected)
	}
	c.rankClasses(c.degree, least, c.degrees.connected, c.degree, c.order, gpu.Array[uint32]{})
}

// byDegree writes the keys of the ids for OrderDegree.
func (c *Cleaned) byDegree(keys gpu.Array[uint64]) field {
	ids := c.degree.Len()
	gpurun.Launch(c.Run, kernels.ByDegree, gpu.Grid1D(ids, kernels.Threads), kernels.ByDegreeArgs{
		Degree: c.degree, N: uint64(ids), Largest: c.degrees.largest, Keys: keys,
	})
	return field{bits: bits.Len32(c.degrees.largest)}
}

// rankByKeys ranks the ids by what they are sorted by.
func (c *Cleaned) rankByKeys(keys, spare *gpu.Array[uint64], by field) {
	ids := c.degree.Len()
	c.sortFirst(keys, spare, ids, by)
	gpurun.Launch(c.Run, kernels.RankKeys, gpu.Grid1D(ids, kernels.Threads), kernels.RankKeysArgs{
		Keys: *keys, N: uint64(ids), Rank: c.degree, Largest: c.degrees.largest, Rows: uint32(c.held.Len()), Degrees: c.held,
	})
}

// keepHeld takes room for the degrees by rank from the end of the spare memory, if the lists may
// keep that memory and what is left is enough for so many words and for the edges.
func (c *Cleaned) keepHeld(words int) {
	rows := c.degrees.connected
	left := (c.spare.Len() - (rows+1)/2) &^ 1
	if left < max(words, int(c.kept.edges), c.listWords()) || !c.plenty() {
		return
	}
	c.held = gpu.Cast[uint32](c.spare.Slice(left, c.spare.Len())).Slice(0, rows)
	c.spare = c.spare.Slice(0, left)
}

// keepOrder writes the vertex of each rank, where that is wanted. keys are sorted
// by ranks, and have the ids below.
func (c *Cleaned) keepOrder(keys gpu.Array[uint64]) {
	if c.opt.Order {
		rows := c.degrees.connected
		c.order = gpurun.Array[uint32](c.Run, rows)
		gpurun.Launch(c.Run, kernels.LowHalves, c.over(rows), kernels.LowHalvesArgs{Keys: keys, N: uint64(rows), Order: c.order})
	}
}

// relabel replaces the ends of the edges by their ranks, and counts the digits by which
// they are to be sorted.
func (c *Cleaned) relabel(ctx context.Context, plan rowPlan) {
	m := c.kept.edges
	c.countInto(plan.passes(), func() {
		gpurun.Launch(c.Run, kernels.Relabel, c.overCounted(int(m)), kernels.RelabelArgs{
			Edges: c.keys, N: m, Rank: c.degree, Keys: c.spare,
			SkipLow: uint32(plan.skipLow), Width: uint32(plan.width), SkipHigh: uint32(plan.skipHigh),
			Passes: uint32(plan.passes()), Counts: c.counts,
		})
	})
	c.keys, c.spare = c.spare, c.keys
	c.done(ctx, "relabel")
}

// sortRows sorts the edges by their ranks, where their digits have been counted.
func (c *Cleaned) sortRows(ctx context.Context, plan rowPlan) {
	if plan.passes() == 0 {
		return
	}
	c.sortFirstCounted(&c.keys, &c.spare, int(c.kept.edges), plan.field)
	c.done(ctx, "sort rows")
}

// listWords is the memory that the lists take.
func (c *Cleaned) listWords() int {
	edges := int(c.kept.edges)
	return gpurun.Aligned(c.degrees.connected+1) + gpurun.Aligned((edges+1)/2) + gpurun.Aligned((indexLen(edges)+1)/2)
}

// rows writes the sorted edges as lists, and puts those in order that are sorted by buckets
// alone.
func (c *Cleaned) rows(ctx context.Context, bucketBits int, lists gpu.Array[uint64]) *Oriented {
	o := &Oriented{Rows: c.degrees.connected, Edges: c.kept.edges, Order: c.order, Held: c.held}
	offsets, neighbors := gpurun.Aligned(o.Rows+1), int(o.Edges)
	index := offsets + gpurun.Aligned((neighbors+1)/2)
	o.Offsets = lists.Slice(0, o.Rows+1)
	o.Neighbors = gpu.Cast[uint32](lists.Slice(offsets, index)).Slice(0, neighbors)
	o.Index = gpu.Cast[uint32](lists.Slice(index, lists.Len())).Slice(0, indexLen(neighbors))
	longest := c.totals.Slice(0, 1)
	gpurun.Zero(c.Run, longest)
	if bucketBits > 0 {
		c.orderBuckets(o, bucketBits, longest)
	} else {
		gpurun.Launch(c.Run, kernels.WriteRows, c.over(neighbors+1), kernels.WriteRowsArgs{
			Keys: c.keys, N: o.Edges, Rows: uint32(o.Rows), Offsets: o.Offsets, Neighbors: o.Neighbors, Index: o.Index,
		})
		gpurun.Launch(c.Run, kernels.MeasureRows, c.over(o.Rows), kernels.MeasureRowsArgs{
			Offsets: o.Offsets, Rows: uint64(o.Rows), Longest: longest, Degrees: o.Held,
		})
	}
	c.done(ctx, "rows")
	o.MaxOutDegree = uint32(c.ask("longest", longest)[0])
	return o
}
