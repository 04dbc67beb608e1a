package gpucount

import (
	"context"
	"time"

	"github.com/tricycle-graph/tricycle/internal/cpucount"
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpucount/kernels"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpugraph"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpurun"
)

// Support counts, for each entry of oriented lists, the triangles that hold its edge.
// Their sum is three times the triangles. They go to support, one an entry, on the
// device of the lists. It returns the time that the device took, too.
//
// Errors: those of [Count].
func Support(ctx context.Context, dev *gpu.Device, o *gpugraph.Oriented, method cpucount.Method, p Params, support gpu.Array[uint32]) (time.Duration, error) {
	return answer(ctx, dev, o, method, p, support, hubListBytes, deviceAnswer.planSupport)
}

// planSupport plans to add to the support of the entries.
func (w deviceAnswer) planSupport(r *deviceRun, support gpu.Array[uint32]) func() {
	rows := r.allRows()
	switch {
	case rows.edges == 0:
		return func() {}
	case w.merge:
		kernel := gpurun.Find(r.Run, kernels.MergeSupport, kernels.Threads, 0)
		return func() {
			kernel.Launch(kernels.MergeSupportArgs{
				Offsets: rows.offsets, Neighbors: rows.neighbors, Rows: uint32(rows.count), Edges: rows.edges,
				Many: entriesAtOnce(kernel, r.lists), Next: r.cursor(0), Support: support,
			})
		}
	case w.table > 0:
		kernel := gpurun.Find(r.Run, supportTables[w.table], kernels.FlatThreads, 0)
		return func() {
			kernel.Launch(kernels.SupportArgs{
				Offsets: rows.offsets, Neighbors: rows.neighbors, Rows: uint32(rows.count),
				Most: warpShare(kernel, uint64(rows.count), 24), Next: r.cursor(0), Support: support,
			})
		}
	}
	hubs, columns := w.planHubSupport(r, support), w.planColumnSupport(r, support)
	return func() {
		hubs()
		columns()
	}
}

// supportTables are the kernels for rows of up to so many entries.
var supportTables = map[uint32]gpu.Entry[kernels.SupportArgs]{
	32: kernels.HashedSupport32, 64: kernels.HashedSupport64, 128: kernels.HashedSupport128, 256: kernels.HashedSupport256,
}

// planHubSupport adds the triangles whose middle corner is a hub: first to the edges
// from each row to its hubs, and then, hub by hub, to those between hubs.
func (w deviceAnswer) planHubSupport(r *deviceRun, support gpu.Array[uint32]) func() {
	if w.hubs == 0 {
		return func() {}
	}
	rows, matrix, lists := r.allRows(), r.newHubBits(w.hubs), r.newHubLists(w.hubs)
	shares := gpurun.Find(r.Run, kernels.HubShares, kernels.Threads, hubsShared(w.hubs))
	between := gpurun.Find(r.Run, kernels.HubEdges, kernels.Threads, w.hubs*2+w.hubs/8)
	return func() {
		matrix.clear()
		matrix.add(rows, 0)
		shares.Launch(kernels.HubSharesArgs{
			Offsets: rows.offsets, Neighbors: rows.neighbors, Rows: uint32(rows.count), Most: warpShare(shares, uint64(rows.count), 16),
			Hubs: uint32(w.hubs), Bits: matrix.bits, Next: r.cursor(0), Support: support,
		})
		lists.make(rows, r.cursor(3))
		between.Launch(kernels.HubEdgesArgs{
			Offsets: rows.offsets, Neighbors: rows.neighbors, Hubs: uint32(w.hubs), Bits: matrix.bits,
			In: lists.in, Start: lists.start, Words: lists.words, Numbers: lists.numbers, Segments: lists.segments,
			Items: lists.items, Used: lists.used, Next: r.cursor(4), Support: support,
		})
	}
}

// planColumnSupport adds the triangles whose middle corner lies beyond the hubs.
func (w deviceAnswer) planColumnSupport(r *deviceRun, support gpu.Array[uint32]) func() {
	rows, lower, first := r.allRows(), r.allRows().slice(w.hubs, r.lists.Rows), uint32(w.hubs)
	if lower.count == 0 {
		return func() {}
	}
	c := r.newColumnLists(wholeRoom(lower.count, r.lists), w.many)
	transpose := gpurun.Find(r.Run, kernels.TransposeSupport, kernels.Threads, 0)
	columns := gpurun.Find(r.Run, kernels.ColumnSupport, columnBlock, columnShared)
	return func() {
		in, _ := c.prepare(rows, lower, first)
		transpose.Launch(kernels.TransposeSupportArgs{
			Offsets: rows.offsets, Neighbors: rows.neighbors, Rows: uint32(rows.count), First: first,
			Chunk: 32 * warpShare(transpose, rows.edges/32, 32), Many: w.many,
			In: in, Start: c.start, Low: c.low, Nears: c.nears, Segments: c.segments, Next: r.cursor(1), Support: support,
		})
		if w.many != kernels.NoColumns {
			columns.Launch(kernels.ColumnSupportArgs{
				Offsets: rows.offsets, Neighbors: rows.neighbors, First: first,
				In: in, Start: c.start, Low: c.low, Nears: c.nears, Segments: c.segments,
				Items: c.items, Used: c.used, Next: r.cursor(2), Support: support,
			})
		}
	}
}

// hubLists has the hubs of each row as words, which begin where its entries do, and for
// each hub the rows that hold it.
type hubLists struct {
	run       *deviceRun
	hubs      int
	indegrees gpurun.Kernel[kernels.IndegreesArgs]
	allot     gpurun.Kernel[kernels.AllotArgs]
	pack      gpurun.Kernel[kernels.PackHubsArgs]

	in, numbers                         gpu.Array[uint32]
	start, words, segments, items, used gpu.Array[uint64]
}

// hubItems bounds the items of hubs.
func hubItems(hubs int, edges uint64) int { return hubs + int(edges/kernels.Item) + 1 }

// hubListBytes is what the lists hold.
func hubListBytes(hubs int, edges uint64) int64 {
	return int64(8+8+1)*int64(edges) + 4 + (4+8)*int64(hubs) + 8*int64(hubItems(hubs, edges)) + 16
}

func (r *deviceRun) newHubLists(hubs int) *hubLists {
	edges := int(r.lists.Edges)
	return &hubLists{
		run: r, hubs: hubs,
		indegrees: gpurun.Find(r.Run, kernels.Indegrees, kernels.Threads, 0),
		allot:     gpurun.Find(r.Run, kernels.Allot, kernels.Threads, 0),
		pack:      gpurun.Find(r.Run, kernels.PackHubs, kernels.Threads, hubsShared(hubs)),
		in:        gpurun.Array[uint32](r.Run, hubs), numbers: gpurun.Array[uint32](r.Run, (edges+3)/4),
		start: gpurun.Array[uint64](r.Run, hubs), words: gpurun.Array[uint64](r.Run, edges), segments: gpurun.Array[uint64](r.Run, edges),
		items: gpurun.Array[uint64](r.Run, hubItems(hubs, r.lists.Edges)), used: gpurun.Array[uint64](r.Run, 2),
	}
}

// make makes the lists.
func (l *hubLists) make(rows deviceRows, next gpu.Array[uint64]) {
	indegrees := l.indegrees
	indegrees.Blocks = min(indegrees.Blocks, int(rows.edges>>14)+1)
	gpurun.Zero(l.run.Run, l.in)
	gpurun.Zero(l.run.Run, l.used)
	indegrees.Launch(kernels.IndegreesArgs{Neighbors: rows.neighbors, Edges: rows.edges, First: 0, Span: uint32(l.hubs), In: l.in})
	l.allot.Launch(kernels.AllotArgs{
		Offsets: rows.offsets, Span: uint32(l.hubs), Many: 1, In: l.in, Start: l.start, Items: l.items, Used: l.used,
	})
	l.pack.Launch(kernels.PackHubsArgs{
		Offsets: rows.offsets, Neighbors: rows.neighbors, Rows: uint32(rows.count), Most: warpShare(l.pack, uint64(rows.count), 16),
		Hubs: uint32(l.hubs), Start: l.start, Words: l.words, Numbers: l.numbers, Segments: l.segments, Next: next,
	})
}
