package gpucount

import (
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpucount/kernels"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpugraph"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpurun"
)

// warpShare is how many of n things a warp of a kernel takes at a time: so few
// that every warp comes back some 16 times, and no more than most.
func warpShare[A gpu.Arguments](k gpurun.Kernel[A], n, most uint64) uint32 {
	warps := uint64(max(k.Blocks, 1) * k.Threads / 32)
	return uint32(min(max(n/(16*warps), 1), most))
}

// entriesAtOnce is how many entries of the lists a warp of a kernel takes at a
// time where warps take entries in turn: 32 to 256.
func entriesAtOnce[A gpu.Arguments](k gpurun.Kernel[A], lists *gpugraph.Oriented) uint32 {
	return 32 * warpShare(k, lists.Edges/32, 8)
}

// meanRow is the mean length of the rows, at least 1.
func (r *deviceRun) meanRow() int {
	return max(int(r.lists.Edges/uint64(max(r.lists.Rows, 1))), 1)
}

// IndexStep is the same in both packages, or this does not compile.
var _ [kernels.IndexStep]struct{} = [gpugraph.IndexStep]struct{}{}

// skew is how many times longer the longest row is than the mean.
func (r *deviceRun) skew() int { return int(r.lists.MaxOutDegree) / r.meanRow() }

// longRows are the rows that the first kernel of a method finds too long and
// puts off, in pieces that the blocks of a second kernel take in turn.
type longRows struct {
	pieces gpu.Array[uint64]
	count  gpu.Array[uint64] // one element
}

// longRows makes room for all rows of more than so many entries.
func (r *deviceRun) longRows(length int) longRows {
	pieces := 0
	if int(r.lists.MaxOutDegree) > length {
		pieces = int(r.lists.Edges/kernels.Piece) + int(r.lists.Edges/uint64(length))
	}
	return longRows{gpurun.Array[uint64](r.Run, pieces), gpurun.Array[uint64](r.Run, 1)}
}

// any reports whether there can be such rows.
func (l longRows) any() bool { return l.pieces.Len() > 0 }
