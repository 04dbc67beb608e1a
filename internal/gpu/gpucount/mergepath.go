package gpucount

import (
	"github.com/tricycle-graph/tricycle/internal/gpu/gpucount/kernels"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpurun"
)

// pairThreads are the numbers of threads that may share a pair: up to all of a
// block.
var pairThreads = []int{1, 2, 4, 8, 16, 32, 64, 128, 256}

// planDeviceMergePath shares each merge between threads: Green's intersection by
// Merge Path (Triangle counting in graphs on the GPU, part 2; Green, McColl and
// Bader, GPU Merge Path, ICS 2012). The walk of a merge is cut into pieces of the
// same length, as cpucount's mergePathPairs does it; each thread finds where its
// piece begins by binary search.
//
// A pair of lists of lengths k and d costs t threads (k + d)/t steps and a binary
// search of log min(k, d) each. More threads even out lists of unlike lengths, and
// cost more searches. Unless a number is given, a pair has as many as its own
// length asks for: one where no pair is longer than [alonePath].
func planDeviceMergePath(r *deviceRun, p Params) func() {
	threads := p.PairThreads
	switch {
	case threads > warpSize:
		return r.planBlockPaths(threads)
	case threads > 0:
	case r.longestPair() > alonePath:
		return r.planPathLines(r.stretches())
	default:
		threads = 1
	}
	kernel := gpurun.Find(r.Run, kernels.MergePath, kernels.Threads, 0)
	return func() {
		kernel.Launch(kernels.MergePathArgs{
			Offsets: r.lists.Offsets, Neighbors: r.lists.Neighbors, Rows: uint32(r.lists.Rows), Edges: r.lists.Edges,
			Many: entriesAtOnce(kernel, r.lists), Shift: log2(threads), Next: r.turns(0), Total: r.total,
		})
	}
}

// alonePath is a length of pairs up to which it takes longer to share them than a warp
// waits for the longest of its own: a seventh longer where they have up to 362 entries.
const alonePath = 512

// longestPair bounds the lengths of both lists of a pair.
func (r *deviceRun) longestPair() int { return 2 * int(r.lists.MaxOutDegree) }

// planBlockPaths has more threads than a warp on each pair.
func (r *deviceRun) planBlockPaths(threads int) func() {
	kernel := gpurun.Find(r.Run, kernels.MergePathBlock, kernels.Threads, 0)
	return func() {
		kernel.Launch(kernels.MergePathBlockArgs{
			Offsets: r.lists.Offsets, Neighbors: r.lists.Neighbors, Rows: uint32(r.lists.Rows), Edges: r.lists.Edges,
			Shift: log2(threads), Next: r.cursor(0), Total: r.total,
		})
	}
}

// stretches is room for what is put off where pairs can be so long. What there is no
// room for is walked at once.
func (r *deviceRun) stretches() int {
	if r.longestPair() <= kernels.PathStretch {
		return 0
	}
	return int(r.lists.Edges/64) + 1<<16
}

// planPathLines gives each pair threads by its own length: one walks a short pair,
// a warp shares those for which its other lanes would wait, and pairs longer than
// [kernels.PathStretch] are put off, for blocks that take a stretch each. There is
// room to put off so many stretches.
func (r *deviceRun) planPathLines(room int) func() {
	lines := gpurun.Find(r.Run, kernels.PathLines, kernels.Threads, 0)
	long := gpurun.Find(r.Run, kernels.PathStretches, kernels.Threads, 0)
	stretches, count := gpurun.Array[uint64](r.Run, room), gpurun.Array[uint64](r.Run, 1)
	return func() {
		gpurun.Zero(r.Run, count)
		lines.Launch(kernels.PathLinesArgs{
			Offsets: r.lists.Offsets, Neighbors: r.lists.Neighbors, Rows: uint32(r.lists.Rows), Edges: r.lists.Edges,
			Many: entriesAtOnce(lines, r.lists), Next: r.cursor(0), Stretches: stretches, Room: uint64(room), Count: count, Total: r.total,
		})
		if room > 0 {
			long.Launch(kernels.PathStretchesArgs{
				Offsets: r.lists.Offsets, Neighbors: r.lists.Neighbors, Rows: uint32(r.lists.Rows),
				Next: r.cursor(1), Stretches: stretches, Room: uint64(room), Count: count, Total: r.total,
			})
		}
	}
}
