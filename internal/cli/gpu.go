package cli

import (
	"slices"

	"github.com/spf13/cobra"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpucount"
)

// gpuFlags choose a GPU and bound what is used of it.
type gpuFlags struct {
	device  uint8
	openCL  string // number of a device of OpenCL that is chosen instead; "" for none
	devices ordinals
	memory  byteSize
}

func (g *gpuFlags) addTo(cmd *cobra.Command) {
	cmd.Flags().Var(anyDevice{chosen: g, cudaOnly: true}, "device", "`number` of the GPU of engine cuda, as tricycle devices lists them")
	g.addMemoryTo(cmd)
}

func (g *gpuFlags) addMemoryTo(cmd *cobra.Command) {
	cmd.Flags().Var(&g.memory, "gpu-memory", "memory of each GPU to stay within, such as 40GiB (default no limit)")
}

// gpuMethods are the parameters of methods on a GPU, of which the last is for the CPU, too.
type gpuMethods struct {
	columns      int
	blockThreads int
	blocks       int
	pairThreads  int
	onTheFly     bool
}

func (m *gpuMethods) addTo(cmd *cobra.Command) {
	flags := cmd.Flags()
	addNumber(flags, &m.columns, "block-columns", 0, "`rows` that a block of the method shared takes at once, 1 to 256 (default as many as keep it busy)")
	addNumber(flags, &m.blockThreads, "block-threads", 0, "`threads` of a block in the methods merge and shared on a GPU, a multiple of 32 up to 1024 (default 256)")
	addNumber(flags, &m.blocks, "blocks", 0, "`blocks` of a launch in the methods merge and shared on a GPU (default as many as it runs at once)")
	addNumber(flags, &m.pairThreads, "pair-threads", 0, "`threads` of a pair of lists in the method merge-path on a GPU: a power of two up to 256 (default by the length of each pair's own lists)")
	flags.BoolVar(&m.onTheFly, "on-the-fly", false, "the method bitslice makes slices anew for each edge, as in its paper")
}

// params returns the parameters for package triangle.
func (m *gpuMethods) params(sliceBits int, meter *graph.Meter) gpucount.Params {
	return gpucount.Params{
		Columns: m.columns, BlockThreads: m.blockThreads, Blocks: m.blocks, PairThreads: m.pairThreads,
		OnTheFly: m.onTheFly, SliceBits: sliceBits, Meter: meter,
	}
}

// check refuses parameters that their methods do not take.
func (m *gpuMethods) check() error {
	if err := m.params(0, nil).Check(); err != nil {
		return usagef("%v", err)
	}
	return nil
}

// group returns the GPUs for all files of a command: those of --devices, or else
// the one of --device. Nobody closes them: the driver takes back what a process
// leaves, in the same time.
func (g *gpuFlags) group(c *common) *device.Group {
	choose := func() *device.Group {
		switch {
		case g.devices.all:
			return device.New(int64(g.memory))
		case g.devices.numbers != nil:
			return device.New(int64(g.memory), g.devices.numbers...)
		}
		return device.New(int64(g.memory), int(g.device))
	}
	if c.open == nil {
		return choose()
	}
	return c.open.group(*g, choose)
}

// engines are the choices of --engine.
var engines = []device.Engine{device.Auto, device.CPU, device.CUDA}

// checkMethod refuses a method that an engine has not.
func checkMethod[M ~string](engine device.Engine, method M, methods []M) error {
	if !slices.Contains(methods, method) {
		return usagef("engine %s has no method %s; it has %s", engine, method, join(methods, ", "))
	}
	return nil
}
