package gpucount

import (
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/cpucount"
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpucount/kernels"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpurun"
)

// aheadRecords is from how many records on it is worth it to load modules while they are read:
// fewer make a graph of which one cannot know how auto will count it.
const aheadRecords = 4 << 20

// LoadAhead loads the modules that a method is likely to need for so many records. To find them
// there takes nothing, and to load them half a millisecond.
func LoadAhead(dev *gpu.Device, method cpucount.Method, records graph.Size) error {
	if method != cpucount.Auto || records.Or(0) < aheadRecords {
		return nil
	}
	return gpurun.LoadAhead(dev, kernels.Hubs.Files, kernels.Hubs.Module, kernels.Columns.Module)
}
