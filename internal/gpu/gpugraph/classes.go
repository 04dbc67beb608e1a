package gpugraph

import (
	"context"

	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpugraph/kernels"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpurun"
	"github.com/tricycle-graph/tricycle/internal/lists"
)

// rankClasses writes the rank of each vertex: those first whose degree is at least so
// high, and then the others of the rows that have an edge, by their ids in both; those
// without an edge last. It writes the vertex and the degree of each row, too, where order
// and sorted are not empty. rank may be degree.
func (w *work) rankClasses(degree gpu.Array[uint32], least uint64, rows int, rank, order, sorted gpu.Array[uint32]) {
	n := degree.Len()
	if n == 0 {
		return
	}
	blocks := w.over(n)
	warps := blocks.Grid.X * kernels.Warps
	share := ((n+warps-1)/warps + 31) &^ 31
	gpurun.Launch(w.Run, kernels.CountClasses, blocks, kernels.CountClassesArgs{
		Degree: degree, N: uint64(n), Share: uint64(share), Least: uint32(least), Counts: w.counts,
	})
	w.scan(1, 2*warps)
	gpurun.Launch(w.Run, kernels.RankClasses, blocks, kernels.RankClassesArgs{
		Degree: degree, N: uint64(n), Share: uint64(share), Least: uint32(least), Rows: uint32(rows), Starts: w.counts,
		Rank: rank, Order: order, Sorted: sorted,
	})
}

// rankCenters is rankIDs for graph.OrderAverageDegree, with records in the place of edges,
// as lists.Builder.RankCenters has it. Ranks take the place of the counts.
func (p *Parts) rankCenters(ctx context.Context, counts gpu.Array[uint32], ids int) (rank, degree gpu.Array[uint32]) {
	rows, least := p.degrees.connected, lists.LeastCenter(uint64(p.vertices), uint64(p.found.records)-p.found.loops)
	var order gpu.Array[uint32]
	degree = gpurun.Array[uint32](p.Run, rows)
	if p.opt.Order {
		order = gpurun.Array[uint32](p.Run, rows)
	}
	rank = counts.Slice(0, ids)
	p.rankClasses(rank, least, rows, rank, order, degree)
	p.fetchOrder(ctx, order)
	gpurun.Free(p.Run, &order)
	return p.trim(rank), degree
}
