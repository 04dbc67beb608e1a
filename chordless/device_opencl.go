package chordless

import (
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/opencl"
	"github.com/tricycle-graph/tricycle/internal/opencl/clcycles"
)

// openCL finds the OpenCL of the machine; tests have another.
var openCL = opencl.Open

// withOpenCLLevels prepares the method of a job on the device of OpenCL that was chosen, for body.
func (opt Options) withOpenCLLevels(j job, lists bool, body func(d setSearcher) error) error {
	driver, info, err := opencl.Chosen(openCL, opt.OpenCL)
	if err != nil {
		return err
	}
	return driver.With((*gpu.Group)(opt.Devices), info, func(dev *opencl.Device) error {
		a := j.search.atom
		g := clcycles.Graph{
			Offsets: a.offsets, Neighbors: a.neighbors, Labels: j.search.label, Weights: a.weights(), Members: len(a.members),
			Longest: longestOf(a, j.search.query.longest),
		}
		need, most := g.LeastBytes(info, leastPaths(a)), int64(0)
		if err := dev.Fits("the chordless paths", need); err != nil {
			return err
		}
		if info.Shares && j.memory > 0 {
			if need += opencl.CompilerBytes; need > j.memory {
				return &graph.MemoryError{What: "searching chordless cycles on a device of OpenCL that shares the machine's memory", Need: need, Limit: j.memory}
			}
			most = j.memory - opencl.CompilerBytes
		}
		return body(newDeviceLevels(clcycles.New(dev, g, most), j.search, lists))
	})
}
