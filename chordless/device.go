package chordless

import (
	"embed"

	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpurun"
)

//go:generate go run github.com/tricycle-graph/tricycle/internal/gpu/ptxgen kernels

//go:embed kernels/*.ptx
var kernels embed.FS

// loadKernels loads a module of this package.
func loadKernels(r *gpurun.Run, name string) *gpu.Module { return r.Load(kernels, "kernels/"+name) }
