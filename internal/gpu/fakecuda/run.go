package fakecuda

import (
	"bytes"
	"cmp"
	"slices"
	"sync"

	"github.com/tricycle-graph/tricycle/internal/gpu/cuda"
	"github.com/tricycle-graph/tricycle/internal/gpu/fakecuda/ptx"
)

// runningMultiprocessors is few, so that grids are small.
const runningMultiprocessors = 2

// decoded holds the kernels of PTX that ran before, by its text.
var decoded sync.Map

func decode(code string) ([]*ptx.Kernel, error) {
	if before, found := decoded.Load(code); found {
		return before.([]*ptx.Kernel), nil
	}
	kernels, err := ptx.Parse(code)
	if err != nil {
		return nil, err
	}
	first, _ := decoded.LoadOrStore(code, kernels)
	return first.([]*ptx.Kernel), nil
}

// ran holds the kernels that were launched on a device that runs them.
var ran sync.Map

// NeverRan returns the kernels of a module that no device of this process ran.
func NeverRan(code string) (names []string, err error) {
	kernels, err := decode(code)
	for _, k := range kernels {
		if _, found := ran.Load(k); !found {
			names = append(names, k.Name)
		}
	}
	return names, err
}

// run puts a kernel in a stream. What it does wrong is a fault of the driver's,
// and from then on every call fails.
func (d *Driver) run(device int, s *stream, k *kernel, grid, block [3]uint32, shared uint32, arguments []byte) cuda.Result {
	kernels, err := decode(k.code)
	if err != nil {
		return d.misuse("%s: %v", k.name, err)
	}
	code := kernels[slices.IndexFunc(kernels, func(x *ptx.Kernel) bool { return x.Name == k.name })]
	ran.Store(code, true)
	launch := ptx.Launch{
		Grid: grid, Block: block, Shared: int(shared), Arguments: bytes.Clone(arguments),
		Glances:  slices.Contains(d.devices[device].Glances, k.name),
		Resident: runningMultiprocessors * threadsPerMultiprocessor / int(block[0]*block[1]*block[2]),
	}
	s.add(func() {
		if d.broken {
			return
		}
		for at, x := range d.objects {
			if x.kind == "device memory" && x.device == device {
				launch.Memory = append(launch.Memory, ptx.Region{At: uint64(at), Bytes: x.bytes})
			}
		}
		slices.SortFunc(launch.Memory, func(a, b ptx.Region) int { return cmp.Compare(a.At, b.At) })
		if err := code.Run(launch); err != nil {
			d.misuse("%v", err)
			d.broken = true
		}
	})
	return cuda.Success
}
