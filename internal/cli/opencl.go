package cli

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/internal/opencl"
)

// countEngines are the choices of --engine where OpenCL counts, too.
var countEngines = append(slices.Clone(engines), opencl.Engine)

// onDevice reports whether an engine leaves the counting to no CPU.
func onDevice(e device.Engine) bool { return e == device.CUDA || e == opencl.Engine }

// anyDevice is the flag of one device, of CUDA or, unless that is all, of OpenCL.
type anyDevice struct {
	chosen   *gpuFlags
	cudaOnly bool
}

// ofOpenCL begins the name of a device of OpenCL.
const ofOpenCL = opencl.Engine + ":"

func (d anyDevice) Set(text string) error {
	text, isOpenCL := strings.CutPrefix(text, ofOpenCL)
	if isOpenCL && d.cudaOnly {
		return errors.New("that is a device of OpenCL, for count, vertices, edges, cycles and bench alone")
	}
	var n uint8
	if err := (number[uint8]{&n}).Set(text); err != nil {
		return err
	}
	d.chosen.device, d.chosen.openCL = n, ""
	if isOpenCL {
		d.chosen.device, d.chosen.openCL = 0, strconv.Itoa(int(n))
	}
	return nil
}

func (d anyDevice) String() string {
	switch {
	case d.chosen == nil:
		return ""
	case d.chosen.openCL != "":
		return ofOpenCL + d.chosen.openCL
	}
	return strconv.Itoa(int(d.chosen.device))
}

// Type names the flag's value in the help.
func (d anyDevice) Type() string { return "number" }

// addAnyTo is addTo for a command that OpenCL works for, too.
func (g *gpuFlags) addAnyTo(cmd *cobra.Command) {
	cmd.Flags().Var(anyDevice{chosen: g}, "device", "number of the GPU of engine cuda, or opencl:`number` for engine opencl and a device of it, as tricycle devices lists them")
	g.addMemoryTo(cmd)
}

// settleOpenCL lets a device of OpenCL choose the engine, where that is auto: who names a device wants
// no other. It refuses one that is not the engine's.
func (g *gpuFlags) settleOpenCL(cmd *cobra.Command, engine *device.Engine) error {
	if g.openCL != "" && *engine == device.Auto {
		*engine = opencl.Engine
	}
	switch {
	case *engine != opencl.Engine && g.openCL != "":
		return usagef("--device opencl:%s is of the engine opencl, and not of %s", g.openCL, *engine)
	case *engine == opencl.Engine && g.openCL == "" && cmd.Flags().Changed("device"):
		return usagef("--device %d is a GPU of the engine cuda; one of OpenCL is chosen as in --device opencl:%d", g.device, g.device)
	}
	return nil
}

// checkOpenCL is settleOpenCL, and refuses what does not go with that engine.
func (g *gpuFlags) checkOpenCL(cmd *cobra.Command, engine *device.Engine) error {
	if err := g.settleOpenCL(cmd, engine); err != nil || *engine != opencl.Engine {
		return err
	}
	for i, flag := range []string{"parts", "plan", "checkpoint", "resume", "devices", "block-columns", "block-threads", "blocks"} {
		if cmd.Flags().Changed(flag) {
			others := []string{"cpu and cuda do", "cuda does"}[i/4]
			return usagef("--engine opencl counts on one device, in parts as that has room, and does not go with --%s; %s", flag, others)
		}
	}
	return nil
}
