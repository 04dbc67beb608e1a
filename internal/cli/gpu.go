package cli

import (
	"github.com/spf13/cobra"

	"github.com/tricycle-graph/tricycle/gpu"
	"github.com/tricycle-graph/tricycle/triangle"
)

// gpuFlags choose a GPU and bound what is used of it.
type gpuFlags struct {
	device uint8
	memory byteSize
}

func (g *gpuFlags) addTo(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.Uint8Var(&g.device, "device", 0, "`number` of the GPU of engine cuda, as tricycle devices lists them")
	flags.Var(&g.memory, "gpu-memory", "GPU memory to stay within, such as 40GiB (default no limit)")
}

// onDemand returns the GPU for all files of a command. It is not closed: what
// a process leaves the driver takes back by itself, and sooner.
func (g *gpuFlags) onDemand() *gpu.OnDemand {
	return gpu.NewOnDemand(gpu.Open, int(g.device), int64(g.memory))
}

// checkMethod refuses a method that an engine has not.
func checkMethod(engine triangle.Engine, method triangle.Method) error {
	if !engine.Has(method) {
		return usagef("engine %s has no method %s; it has %s", engine, method, join(engine.Methods(), ", "))
	}
	return nil
}
