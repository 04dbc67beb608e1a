package gpucount

import (
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpurun"
)

// share is how many of n things a warp of the kernel takes at a time: so few
// that every warp comes back some 16 times, and no more than most.
func (k deviceKernel) share(n, most uint64) uint32 {
	warps := uint64(max(k.Blocks, 1) * blockThreads / 32)
	return uint32(min(max(n/(16*warps), 1), most))
}

// launchEntries launches a kernel whose warps take entries of the lists in
// turn, 32 to 256 of them at a time. extra are its arguments behind those that
// all such kernels have.
func (k deviceKernel) launchEntries(extra ...gpu.Arg) {
	r := k.run
	arguments := []gpu.Arg{r.lists.Offsets.Arg(), r.lists.Neighbors.Arg(), gpu.Uint32(uint32(r.lists.Rows)), gpu.Uint64(r.lists.Edges),
		gpu.Uint32(32 * k.share(r.lists.Edges/32, 8))}
	k.Launch(append(append(arguments, extra...), r.cursor(0), r.total.Arg())...)
}

// meanRow is the mean length of the rows, at least 1.
func (r *deviceRun) meanRow() int {
	return max(int(r.lists.Edges/uint64(max(r.lists.Rows, 1))), 1)
}

// skew is how many times longer the longest row is than the mean.
func (r *deviceRun) skew() int { return int(r.lists.MaxOutDegree) / r.meanRow() }

// longRows are the rows that the first kernel of a method finds too long and
// puts off, in pieces that the blocks of a second kernel take in turn.
type longRows struct {
	pieces gpu.Array[uint64]
	count  gpu.Array[uint64] // one element
}

// pieceEntries is the least that a piece has, but for the last of its row.
const pieceEntries = 2048

// longRows makes room for all rows of more than so many entries.
func (r *deviceRun) longRows(length int) longRows {
	pieces := 0
	if int(r.lists.MaxOutDegree) > length {
		pieces = int(r.lists.Edges/pieceEntries) + int(r.lists.Edges/uint64(length))
	}
	return longRows{gpurun.Array[uint64](r.Run, pieces), gpurun.Array[uint64](r.Run, 1)}
}

// any reports whether there can be such rows.
func (l longRows) any() bool { return l.pieces.Len() > 0 }
