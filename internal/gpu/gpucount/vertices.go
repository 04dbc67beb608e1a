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

// Vertices counts, for each row of oriented lists, the triangles that it is a corner of.
// Their sum is three times the triangles. They go to counts, one a row, on the device of
// the lists. It returns the time that the device took, too.
//
// Errors: those of [Count].
func Vertices(ctx context.Context, dev *gpu.Device, o *gpugraph.Oriented, method cpucount.Method, p Params, counts gpu.Array[uint64]) (time.Duration, error) {
	return answer(ctx, dev, o, method, p, counts, func(int, uint64) int64 { return 0 }, deviceAnswer.planVertices)
}

// planVertices plans to add to the counts of the rows.
func (w deviceAnswer) planVertices(r *deviceRun, counts gpu.Array[uint64]) func() {
	rows := r.allRows()
	switch {
	case rows.edges == 0:
		return func() {}
	case w.merge:
		kernel := gpurun.Find(r.Run, kernels.MergeVertices, kernels.Threads, 0)
		return func() {
			kernel.Launch(kernels.MergeVerticesArgs{
				Offsets: rows.offsets, Neighbors: rows.neighbors, Rows: uint32(rows.count), Edges: rows.edges,
				Many: entriesAtOnce(kernel, r.lists), Next: r.cursor(0), Counts: counts,
			})
		}
	case w.table > 0:
		kernel := gpurun.Find(r.Run, vertexTables[w.table], kernels.FlatThreads, 0)
		return func() {
			kernel.Launch(kernels.VerticesArgs{
				Offsets: rows.offsets, Neighbors: rows.neighbors, Rows: uint32(rows.count),
				Most: warpShare(kernel, uint64(rows.count), 24), Next: r.cursor(0), Counts: counts,
			})
		}
	}
	hubs, columns := w.planHubVertices(r, counts), w.planColumnVertices(r, counts)
	return func() {
		hubs()
		columns()
	}
}

// vertexTables are the kernels for rows of up to so many entries.
var vertexTables = map[uint32]gpu.Entry[kernels.VerticesArgs]{
	32: kernels.HashedVertices32, 64: kernels.HashedVertices64, 128: kernels.HashedVertices128, 256: kernels.HashedVertices256,
}

// planHubVertices adds the triangles whose middle corner is a hub.
func (w deviceAnswer) planHubVertices(r *deviceRun, counts gpu.Array[uint64]) func() {
	if w.hubs == 0 {
		return func() {}
	}
	rows, matrix := r.allRows(), r.newHubBits(w.hubs, w.hubs)
	kernel := gpurun.Find(r.Run, kernels.HubVertices, kernels.Threads, sharesShared(w.hubs))
	return func() {
		matrix.build(rows)
		kernel.Launch(kernels.HubVerticesArgs{
			Offsets: rows.offsets, Neighbors: rows.neighbors, Rows: uint32(rows.count), Most: warpShare(kernel, uint64(rows.count), 16),
			Hubs: uint32(w.hubs), Bits: matrix.bits, Next: r.cursor(0), Counts: counts,
		})
	}
}

// planColumnVertices adds the triangles whose middle corner lies beyond the hubs.
func (w deviceAnswer) planColumnVertices(r *deviceRun, counts gpu.Array[uint64]) func() {
	rows, lower, first := r.allRows(), r.allRows().slice(w.hubs, r.lists.Rows), uint32(w.hubs)
	if lower.count == 0 {
		return func() {}
	}
	c := r.newAnswerColumns(lower.count, w.many)
	transpose := gpurun.Find(r.Run, kernels.TransposeVertices, kernels.Threads, 0)
	columns := gpurun.Find(r.Run, kernels.ColumnVertices, answerBlock, answerShared)
	return func() {
		in := c.prepare(rows, lower, first)
		transpose.Launch(kernels.TransposeVerticesArgs{
			Offsets: rows.offsets, Neighbors: rows.neighbors, Rows: uint32(rows.count), First: first,
			Chunk: 32 * warpShare(transpose, rows.edges/32, 32), Many: w.many,
			In: in, Start: c.start, Low: c.low, Nears: c.nears, Segments: c.segments, Next: r.cursor(1), Counts: counts,
		})
		if w.many != kernels.NoColumns {
			columns.Launch(kernels.ColumnVerticesArgs{
				Offsets: rows.offsets, Neighbors: rows.neighbors, First: first,
				Low: c.low, Nears: c.nears, Segments: c.segments,
				Items: c.items, Used: c.used, Next: r.cursor(2), Counts: counts,
			})
		}
	}
}
