package gpugraph

import (
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpugraph/kernels"
)

// The modules that whole graphs need, and those that parts do, ranked by records or
// by classes. They are loaded while the source is read, or before: the driver compiles each
// once for a machine.
var (
	wholeModules  = []string{"read", "sort", "merge", "clean", "look", "orient", "buckets"}
	partModules   = []string{"sort", "clean", "rank", "parts"}
	centerModules = []string{"sort", "clean", "orient", "parts"}
)

// wide is how many blocks keep the device busy.
func (w *work) wide() int { return 8 * w.Device.Info().Multiprocessors }

// over is the shape with which a kernel strides over n items.
func (w *work) over(n int) gpu.Shape {
	return blocksOf(min((n+kernels.Threads-1)/kernels.Threads, w.wide()))
}

// blocksOf is the shape of so many blocks.
func blocksOf(n int) gpu.Shape {
	return gpu.Shape{Grid: gpu.Dim{X: n}, Block: gpu.Dim{X: kernels.Threads}}
}
