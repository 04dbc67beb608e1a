package chordless

import (
	"context"
	"fmt"
	"math"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/opencl"
)

// What a search takes on a GPU, in seconds, for choosing where to do it: twice
// what was measured on an H200, and 32 times that where a warp does what a
// thread does in narrow sets.
const (
	deviceStartSeconds = .5    // to open it, and to load the kernels
	deviceStepSeconds  = 4e-11 // a node of the search, of which many are done at once
	deviceWideSeconds  = 32 * deviceStepSeconds
)

// narrowVertices is the size of the largest atom that is searched in narrow
// sets on a GPU.
const narrowVertices = 256

// placeAtom decides where a planned atom is counted.
func (opt Options) placeAtom(ctx context.Context, j *job) {
	p := &j.plan
	p.Engine = device.CPU
	switch {
	case opt.Engine == opencl.Engine:
		p.Engine = opencl.Engine // which has Levels alone
	case opt.Engine == device.CPU || p.Method == Dias || p.Method == DiasCertified:
	case p.Method == Levels:
		if opt.Engine == device.CUDA || opt.hasDevice(ctx) {
			p.Engine = device.CUDA
		}
	case j.search.atom.size() > deviceVertices:
		if opt.Engine == device.CUDA {
			p.Reason = fmt.Sprintf("more than %d vertices are searched on the CPU", deviceVertices)
		}
	case opt.Engine == device.CUDA:
		p.Engine = device.CUDA
	case opt.Method == Frontier || opt.PerVertex || len(j.search.query.through) > 1:
		// What the GPU would only list for the CPU.
	default:
		step := deviceStepSeconds
		if j.search.atom.size() > narrowVertices {
			step = deviceWideSeconds
		}
		if search := deviceStartSeconds + p.Nodes*step; search < j.seconds && opt.hasDevice(ctx) {
			p.Reason = fmt.Sprintf("%s to search on the GPU, %s by %s on the CPU", duration(search), duration(j.seconds), p.Method)
			p.Engine, p.Method = device.CUDA, DFS
		}
	}
}

// listAtom lists the holes of an atom: on the GPU only where it was asked for,
// as they come in any order there, and to put their vertices in order takes the
// CPU longer than the GPU to find them. Where takeSets is there, it is called
// with what the GPU finds.
func (opt Options) listAtom(ctx context.Context, s *search, workers int, memory int64, take func(cycle []uint32) error, takeSets func(sets []uint64) error) error {
	j := job{search: s, plan: AtomPlan{Method: opt.Method, Engine: device.CUDA}, memory: memory}
	switch {
	case opt.Method == Levels:
		opt.placeAtom(ctx, &j)
	case opt.Engine != device.CUDA || s.atom.size() > deviceVertices:
		return s.list(ctx, workers, take)
	}
	if takeSets != nil {
		return opt.listSets(ctx, j, takeSets)
	}
	return opt.listFromSets(ctx, j, workers, take)
}

// asItIs says that the atom is a graph of so many vertices, and that all its
// holes are asked for.
func (s *search) asItIs(vertices int) bool {
	q, members := s.query, s.atom.members
	for v, member := range members {
		if member != uint32(v) {
			return false
		}
	}
	return s.atom.size() == vertices && q.shortest <= 4 && q.longest >= len(members) && len(q.through) == 0 && q.limit == math.MaxUint64
}

// hasDevice opens the GPU and says whether there is one.
func (opt Options) hasDevice(ctx context.Context) bool {
	return opt.Devices.Open(ctx) == nil
}

// onDevice says that a device is asked for, and is not to be done without.
func (opt Options) onDevice() bool { return opt.Engine == device.CUDA || opt.Engine == opencl.Engine }

// withGPU returns options that have a device to open, and what gives it back.
func (opt Options) withGPU() (Options, func() error) {
	if opt.Engine == opencl.Engine {
		opt.Method = Levels
	}
	group, giveBack := (*gpu.Group)(opt.Devices).OrFirst()
	opt.Devices = (*device.Group)(group)
	return opt, giveBack
}
