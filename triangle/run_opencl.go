package triangle

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/opencl"
	"github.com/tricycle-graph/tricycle/internal/opencl/clcount"
)

// openCL finds the OpenCL of the machine; tests have another.
var openCL = opencl.Open

// errOpenCL refuses what OpenCL is not used for.
func errOpenCL(what string) error {
	return fmt.Errorf("%s is not done with OpenCL, which counts the triangles of a whole graph: %w", what, errors.ErrUnsupported)
}

// onOpenCL makes the lists on the CPU and counts on a device of OpenCL.
func (r *run) onOpenCL(ctx context.Context) (err error) {
	r.opt.Meter.Start("open", 0)
	dev, err := opencl.OpenChosen(openCL, r.opt.OpenCL, r.opt.devices().Limit())
	if err != nil {
		return err
	}
	defer func() { err = cmp.Or(err, dev.Close()) }()
	r.clock.lap(&r.clock.Open)
	r.count = r.opt.planDeviceCount(r.plan.way, 1)
	o, err := r.listsOnCPU(ctx)
	if err != nil {
		return err
	}
	r.count.Bytes = openCLBytes(o)
	if r.explain {
		return nil
	}
	result := r.result
	result.Order, result.MaxOutDegree = r.count.Order, o.MaxOutDegree()
	r.clock.lap(&r.clock.Orient)
	if err := r.fitsBeside(dev.Info(), o); err != nil {
		return err
	}
	found, err := clcount.Count(ctx, dev, o, r.count.Method, r.opt.Meter)
	if err != nil {
		return err
	}
	result.Triangles, result.Method, result.Device, result.DeviceBytes = found.Triangles, found.Method, dev.Info().Name, found.Bytes
	r.clock.lap(&r.clock.Count)
	r.clock.Kernels = found.Took.Seconds()
	return nil
}

// openCLBytes is what lists take on a device.
func openCLBytes(o *lists.Oriented) int64 { return 8*int64(o.Rows()+1) + 4*int64(o.Edges()) }

// compilerBytes is what the compiler of a driver takes of the machine's memory, about.
const compilerBytes = 192 << 20

// fitsBeside refuses lists for which a CPU as a device has no room: its memory is that of the
// machine, in which the lists are once already.
func (r *run) fitsBeside(info opencl.Info, o *lists.Oriented) error {
	need := processBytes + compilerBytes + 2*openCLBytes(o)
	if info.Kind != opencl.CPU || r.opt.Memory <= 0 || need <= r.opt.Memory {
		return nil
	}
	return &graph.MemoryError{What: "copying the lists to the CPU as a device of OpenCL", Need: need, Limit: r.opt.Memory}
}
