package gpugraph

import (
	"embed"

	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpurun"
)

//go:generate go run github.com/tricycle-graph/tricycle/internal/gpu/ptxgen kernels

//go:embed kernels/*.ptx
var kernelFiles embed.FS

// The size of every block.
const (
	threads = 256
	warps   = threads / 32
)

// kernels are those of this package, on a device.
type kernels struct {
	wide int // blocks that keep the device busy

	pack, countRuns                              *gpu.Function
	countDigits, scanRows, moveKeys              *gpu.Function
	splitRuns, mergeRuns                         *gpu.Function
	countEdges, writeEdges, countBits, summarize *gpu.Function
	byDegree, byID, invert, lowHalves, relabel   *gpu.Function
	writeRows, orderRows, longestRow             *gpu.Function
	countEnds, sumCounts, rankIDs                *gpu.Function
	keep, cut, writeLists                        *gpu.Function
}

// kernel is where a kernel of a module is kept.
type kernel struct {
	name     string
	function **gpu.Function
}

// The modules that whole graphs need, and those that parts do.
var (
	wholeModules = []string{"read", "sort", "merge", "clean", "orient"}
	partModules  = []string{"sort", "clean", "orient", "parts"}
)

// loadKernels loads modules: the driver compiles each once for a machine.
func loadKernels(r *gpurun.Run, names []string) *kernels {
	k := &kernels{wide: 8 * r.Device.Info().Multiprocessors}
	modules := map[string][]kernel{
		"read":  {{"pack", &k.pack}, {"countRuns", &k.countRuns}},
		"sort":  {{"countDigits", &k.countDigits}, {"scanRows", &k.scanRows}, {"moveKeys", &k.moveKeys}},
		"merge": {{"splitRuns", &k.splitRuns}, {"mergeRuns", &k.mergeRuns}},
		"clean": {{"countEdges", &k.countEdges}, {"writeEdges", &k.writeEdges}, {"countBits", &k.countBits}, {"summarize", &k.summarize}},
		"orient": {
			{"byDegree", &k.byDegree}, {"byID", &k.byID}, {"invert", &k.invert}, {"lowHalves", &k.lowHalves},
			{"relabel", &k.relabel}, {"writeRows", &k.writeRows}, {"orderRows", &k.orderRows}, {"longestRow", &k.longestRow},
		},
		"parts": {
			{"countEnds", &k.countEnds}, {"sumCounts", &k.sumCounts}, {"rankIDs", &k.rankIDs},
			{"keep", &k.keep}, {"cut", &k.cut}, {"writeLists", &k.writeLists},
		},
	}
	for _, name := range names {
		module := r.Load(kernelFiles, "kernels/"+name)
		for _, x := range modules[name] {
			if r.Err == nil {
				*x.function, r.Err = module.Function(x.name)
			}
		}
	}
	return k
}

// over is the shape with which a kernel strides over n items.
func (k *kernels) over(n int) gpu.Shape {
	return blocksOf(min((n+threads-1)/threads, k.wide))
}

// blocksOf is the shape of so many blocks.
func blocksOf(n int) gpu.Shape { return gpu.Shape{Grid: gpu.Dim{X: n}, Block: gpu.Dim{X: threads}} }
