package gpucount

import (
	"context"
	"math"
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
	rows, dense := r.allRows(), denseRows(w.hubs, r.lists.Rows)
	matrix, pairs := r.newHubBits(w.hubs, dense), r.newHubPairs(w.hubs, dense)
	shares := gpurun.Find(r.Run, kernels.HubShares, kernels.Threads, sharesShared(w.hubs))
	between := func() {}
	if dense < rows.count {
		between = w.planHubEdges(r, matrix, dense, support)
	}
	return func() {
		matrix.build(rows)
		shares.Launch(kernels.HubSharesArgs{
			Offsets: rows.offsets, Neighbors: rows.neighbors, Rows: uint32(rows.count), Most: warpShare(shares, uint64(rows.count), 16),
			Hubs: uint32(w.hubs), Bits: matrix.bits, Next: r.cursor(0), Support: support,
		})
		pairs.launch(rows, matrix, r.cursor(3), support)
		between()
	}
}

// planHubEdges adds to the edges between hubs the triangles whose largest corner has none
// of the first `dense` rows.
func (w deviceAnswer) planHubEdges(r *deviceRun, matrix *hubBits, dense int, support gpu.Array[uint32]) func() {
	rows, lists := r.allRows(), r.newHubLists(w.hubs, dense)
	between := gpurun.Find(r.Run, kernels.HubEdges, kernels.Threads, w.hubs*2+w.hubs/8)
	return func() {
		lists.make(rows, r.cursor(4))
		between.Launch(kernels.HubEdgesArgs{
			Neighbors: rows.neighbors, Hubs: uint32(w.hubs), Bits: matrix.bits,
			Words: lists.words, Numbers: lists.numbers, Segments: lists.segments,
			Items: lists.items, Used: lists.used, Next: r.cursor(5), Support: support,
		})
	}
}

// planColumnSupport adds the triangles whose middle corner lies beyond the hubs.
func (w deviceAnswer) planColumnSupport(r *deviceRun, support gpu.Array[uint32]) func() {
	rows, lower, first := r.allRows(), r.allRows().slice(w.hubs, r.lists.Rows), uint32(w.hubs)
	if lower.count == 0 {
		return func() {}
	}
	c := r.newAnswerColumns(lower.count, w.many)
	transpose := gpurun.Find(r.Run, kernels.TransposeSupport, kernels.Threads, 0)
	columns := gpurun.Find(r.Run, kernels.ColumnSupport, answerBlock, answerShared)
	return func() {
		in := c.prepare(rows, lower, first)
		transpose.Launch(kernels.TransposeSupportArgs{
			Offsets: rows.offsets, Neighbors: rows.neighbors, Rows: uint32(rows.count), First: first,
			Chunk: 32 * warpShare(transpose, rows.edges/32, 32), Many: w.many,
			In: in, Start: c.start, Low: c.low, Nears: c.nears, Segments: c.segments, Next: r.cursor(1), Support: support,
		})
		if w.many != kernels.NoColumns {
			columns.Launch(kernels.ColumnSupportArgs{
				Offsets: rows.offsets, Neighbors: rows.neighbors, First: first,
				Low: c.low, Nears: c.nears, Segments: c.segments,
				Items: c.items, Used: c.used, Next: r.cursor(2), Support: support,
			})
		}
	}
}

// denseRows is how many rows, the hubs' and those that follow, are kept as bits of the hubs
// for support: these have the most hubs.
func denseRows(hubs, rows int) int {
	const times = 2
	return min(times*hubs, rows-rows%64, kernels.MostListed)
}

// hubPairs finds how many of the first rows hold both ends of an edge between hubs.
type hubPairs struct {
	run         *deviceRun
	hubs, dense int
	turn        gpurun.Kernel[kernels.ColumnsOfHubsArgs]
	pairs       gpurun.Kernel[kernels.HubPairsArgs]
	columns     gpu.Array[uint32] // the rows that hold each hub, as bits
}

func (r *deviceRun) newHubPairs(hubs, dense int) *hubPairs {
	return &hubPairs{
		run: r, hubs: hubs, dense: dense,
		turn:    gpurun.Find(r.Run, kernels.ColumnsOfHubs, kernels.Threads, 0),
		pairs:   gpurun.Find(r.Run, kernels.HubPairs, kernels.Threads, 0),
		columns: gpurun.Array[uint32](r.Run, dense*hubs/32),
	}
}

// launch adds to the rows of the matrix those beyond the hubs, and to support.
func (p *hubPairs) launch(rows deviceRows, matrix *hubBits, next gpu.Array[uint64], support gpu.Array[uint32]) {
	gpurun.Zero(p.run.Run, p.columns)
	p.turn.Launch(kernels.ColumnsOfHubsArgs{
		Offsets: rows.offsets, Neighbors: rows.neighbors, Hubs: uint32(p.hubs), Dense: uint32(p.dense), Bits: matrix.bits, Columns: p.columns,
	})
	p.pairs.Launch(kernels.HubPairsArgs{
		Offsets: rows.offsets, Neighbors: rows.neighbors, Hubs: uint32(p.hubs), Dense: uint32(p.dense),
		Bits: matrix.bits, Columns: p.columns, Next: next, Support: support,
	})
}

// hubLists has the hubs of each row from the first on as words, which begin where its
// entries do, and for each hub those rows that hold it.
type hubLists struct {
	run       *deviceRun
	hubs      int
	first     int
	begin     uint64 // of the first's entries
	indegrees gpurun.Kernel[kernels.IndegreesArgs]
	allot     gpurun.Kernel[kernels.AllotItemsArgs]
	pack      gpurun.Kernel[kernels.PackHubsArgs]

	in, numbers                         gpu.Array[uint32]
	start, words, segments, items, used gpu.Array[uint64]
}

// hubItemWords bounds the items of hubs.
func hubItemWords(hubs int, edges uint64) int {
	return kernels.ItemWords * (hubs + int(edges/kernels.Item) + 1)
}

// hubListBytes is what the lists hold, and hubPairs at most, beside the matrix of the hubs.
func hubListBytes(hubs int, edges uint64) int64 {
	dense := int64(denseRows(hubs, math.MaxInt))
	return (2*dense-int64(hubs))*int64(hubs)/8 + int64(8+8+1)*int64(edges) + 4 + (4+8)*int64(hubs) + 8*int64(hubItemWords(hubs, edges)) + 16
}

func (r *deviceRun) newHubLists(hubs, first int) *hubLists {
	edges := int(r.lists.Edges)
	return &hubLists{
		run: r, hubs: hubs, first: first, begin: gpurun.Read(r.Run, r.lists.Offsets.Slice(first, first+1))[0],
		indegrees: gpurun.Find(r.Run, kernels.Indegrees, kernels.Threads, 0),
		allot:     gpurun.Find(r.Run, kernels.AllotItems, kernels.Threads, 0),
		pack:      gpurun.Find(r.Run, kernels.PackHubs, kernels.Threads, hubsShared(hubs)),
		in:        gpurun.Array[uint32](r.Run, hubs), numbers: gpurun.Array[uint32](r.Run, (edges+3)/4),
		start: gpurun.Array[uint64](r.Run, hubs), words: gpurun.Array[uint64](r.Run, edges), segments: gpurun.Array[uint64](r.Run, edges),
		items: gpurun.Array[uint64](r.Run, hubItemWords(hubs, r.lists.Edges)), used: gpurun.Array[uint64](r.Run, usedWords),
	}
}

// make makes the lists.
func (l *hubLists) make(rows deviceRows, next gpu.Array[uint64]) {
	indegrees, edges := l.indegrees, rows.edges-l.begin
	indegrees.Blocks = min(indegrees.Blocks, int(edges>>14)+1)
	gpurun.Zero(l.run.Run, l.in)
	gpurun.Zero(l.run.Run, l.used)
	indegrees.Launch(kernels.IndegreesArgs{
		Neighbors: rows.neighbors.Slice(int(l.begin), int(rows.edges)), Edges: edges, First: 0, Span: uint32(l.hubs), In: l.in,
	})
	l.allot.Launch(kernels.AllotItemsArgs{
		Offsets: rows.offsets, Span: uint32(l.hubs), Many: 1, Size: kernels.Item, In: l.in, Counts: gpu.Array[uint64]{},
		Start: l.start, Items: l.items, Used: l.used, Roomy: gpu.Array[uint32]{}, Few: gpu.Array[uint32]{},
	})
	l.pack.Launch(kernels.PackHubsArgs{
		Offsets: rows.offsets, Neighbors: rows.neighbors, First: uint32(l.first), Rows: uint32(rows.count),
		Most: warpShare(l.pack, uint64(rows.count-l.first), 16),
		Hubs: uint32(l.hubs), Start: l.start, Words: l.words, Numbers: l.numbers, Segments: l.segments, Next: next,
	})
}
