package gpucount

import (
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/cpucount"
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpucount/kernels"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpurun"
)

// aheadRecords is from how many records on it is worth it to load modules while they are read.
// Up to twice mostWedgeEdges of them auto is likely to count by wedges, by chunks, or by one kernel
// for the shortest rows, and of more by hubs and columns, by compact rows, or by the one for the shortest rows.
const aheadRecords = 1 << 19

// LoadAhead loads the modules that a method is likely to need for so many records. To find them
// there takes nothing, and to load them half a millisecond.
func LoadAhead(dev *gpu.Device, method cpucount.Method, records graph.Size) error {
	if method != cpucount.Auto || records.Or(0) < aheadRecords {
		return nil
	}
	if records.Or(0) <= 2*mostWedgeEdges {
		return gpurun.LoadAhead(dev, kernels.Wedges.Files, kernels.Wedges.Module, kernels.Chunks.Module, kernels.Tiny.Module)
	}
	return gpurun.LoadAhead(dev, kernels.Hubs.Files, kernels.Hubs.Module, kernels.AllotItems.Module, kernels.Columns.Module,
		kernels.CountCompact.Module, kernels.Tiny.Module)
}
