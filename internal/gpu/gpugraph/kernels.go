package gpugraph

import (
	"cmp"
	"embed"

	"github.com/tricycle-graph/tricycle/internal/gpu"
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
	modules []*gpu.Module
	wide    int // blocks that keep the device busy

	pack, countRuns                              *gpu.Function
	countDigits, scanRows, moveKeys              *gpu.Function
	splitRuns, mergeRuns                         *gpu.Function
	countEdges, writeEdges, countBits, summarize *gpu.Function
	byDegree, byID, invert, relabel              *gpu.Function
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
func loadKernels(dev *gpu.Device, names []string) (_ *kernels, err error) {
	k := &kernels{wide: 8 * dev.Info().Multiprocessors}
	defer func() {
		if err != nil {
			_ = k.free() // the first error says more
		}
	}()
	modules := map[string][]kernel{
		"read":  {{"pack", &k.pack}, {"countRuns", &k.countRuns}},
		"sort":  {{"countDigits", &k.countDigits}, {"scanRows", &k.scanRows}, {"moveKeys", &k.moveKeys}},
		"merge": {{"splitRuns", &k.splitRuns}, {"mergeRuns", &k.mergeRuns}},
		"clean": {{"countEdges", &k.countEdges}, {"writeEdges", &k.writeEdges}, {"countBits", &k.countBits}, {"summarize", &k.summarize}},
		"orient": {
			{"byDegree", &k.byDegree}, {"byID", &k.byID}, {"invert", &k.invert},
			{"relabel", &k.relabel}, {"writeRows", &k.writeRows}, {"orderRows", &k.orderRows}, {"longestRow", &k.longestRow},
		},
		"parts": {
			{"countEnds", &k.countEnds}, {"sumCounts", &k.sumCounts}, {"rankIDs", &k.rankIDs},
			{"keep", &k.keep}, {"cut", &k.cut}, {"writeLists", &k.writeLists},
		},
	}
	for _, name := range names {
		module, err := dev.LoadModule(kernelFiles, "kernels/"+name)
		if err != nil {
			return nil, err
		}
		k.modules = append(k.modules, module)
		for _, x := range modules[name] {
			if *x.function, err = module.Function(x.name); err != nil {
				return nil, err
			}
		}
	}
	return k, nil
}

func (k *kernels) free() error {
	var first error
	for _, m := range k.modules {
		first = cmp.Or(first, m.Free())
	}
	k.modules = nil
	return first
}

// over is the shape with which a kernel strides over n items.
func (k *kernels) over(n int) gpu.Shape {
	return gpu.Shape{Grid: gpu.Dim{X: min((n+threads-1)/threads, k.wide)}, Block: gpu.Dim{X: threads}}
}
