package gpugraph

import (
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpurun"
)

// distinct writes each edge of sorted records once, as a pair of its larger and
// its smaller end. It takes an edge's other records off the degrees, which count
// them all, sets the bits of ids with a self-loop, and writes the bits of edges
// that stand in both directions, for which it takes a bit a record. facts are
// zero before.
func (w *work) distinct(records, edges gpu.Array[uint64], degree, loopers, reciprocal gpu.Array[uint32], facts gpu.Array[uint64]) {
	gpurun.Zero(w.Run, reciprocal)
	n, k := records.Len(), w.kernels
	blocks := k.over(n)
	all := max(blocks.Grid.X*warps, 1)
	share := (n + all - 1) / all
	share = (share + 31) &^ 31
	ranges := []gpu.Arg{records.Arg(), gpu.Uint64(uint64(n)), gpu.Uint64(uint64(share)), w.counts.Arg()}
	w.Launch(k.countEdges, blocks, append(ranges, loopers.Arg())...)
	if n > 0 {
		w.scan(1, all)
		gpurun.Copy(w.Run, facts.Slice(0, 1), w.totals.Slice(0, 1))
	}
	w.Launch(k.writeEdges, blocks, append(ranges, edges.Arg(), degree.Arg(), reciprocal.Arg())...)
	words := reciprocal.Len()
	w.Launch(k.countBits, k.over(words), reciprocal.Arg(), gpu.Uint64(uint64(words)), facts.Slice(1, 2).Arg())
}
