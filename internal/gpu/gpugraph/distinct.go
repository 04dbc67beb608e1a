package gpugraph

import (
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpugraph/kernels"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpurun"
)

// distinct writes each edge of sorted records once, as a pair of its larger and
// its smaller end. It takes an edge's other records off the degrees, which count
// them all, sets the bits of ids with a self-loop, and writes the bits of edges
// that stand in both directions, for which it takes a bit a record. facts are
// zero before.
func (w *work) distinct(records, edges gpu.Array[uint64], degree, loopers, reciprocal gpu.Array[uint32], facts gpu.Array[uint64]) {
	gpurun.Zero(w.Run, reciprocal)
	n := records.Len()
	blocks := w.over(n)
	all := max(blocks.Grid.X*kernels.Warps, 1)
	share := (n + all - 1) / all
	share = (share + 31) &^ 31
	gpurun.Launch(w.Run, kernels.CountEdges, blocks, kernels.CountEdgesArgs{
		Records: records, N: uint64(n), Share: uint64(share), Counts: w.counts, Loopers: loopers,
	})
	if n > 0 {
		w.scan(1, all)
		gpurun.Copy(w.Run, facts.Slice(0, 1), w.totals.Slice(0, 1))
	}
	gpurun.Launch(w.Run, kernels.WriteEdges, blocks, kernels.WriteEdgesArgs{
		Records: records, N: uint64(n), Share: uint64(share), Starts: w.counts, Edges: edges, Degree: degree, Reciprocal: reciprocal,
	})
	words := reciprocal.Len()
	gpurun.Launch(w.Run, kernels.CountBits, w.over(words), kernels.CountBitsArgs{
		Words: reciprocal, N: uint64(words), Total: facts.Slice(1, 2),
	})
}
