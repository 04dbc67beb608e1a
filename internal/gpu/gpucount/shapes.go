package gpucount

import (
	"cmp"

	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpucount/kernels"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpurun"
)

// warpSize is how many threads a warp has: a block has whole warps.
const warpSize = 32

// mostBlocks is the most blocks of a launch.
const mostBlocks = 1<<31 - 1

// blockThreads is the size of the blocks of the methods merge and shared.
func (p Params) blockThreads() int { return cmp.Or(p.BlockThreads, kernels.Threads) }

// shaped finds a kernel of the methods merge or shared, in the launch shape that is asked
// for: as many blocks as the device runs at once, unless a number is given.
func shaped[A gpu.Arguments](r *deviceRun, entry gpu.Entry[A], p Params) gpurun.Kernel[A] {
	kernel := gpurun.Find(r.Run, entry, p.blockThreads(), 0)
	kernel.Blocks = cmp.Or(p.Blocks, kernel.Blocks)
	return kernel
}
