package triangle

import (
	"context"
	"errors"
	"fmt"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/cpucount"
	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/opencl"
	"github.com/tricycle-graph/tricycle/internal/opencl/clcount"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// openCL finds the OpenCL of the machine, and openCLGPU looks first whether there is a GPU;
// tests have others.
var openCL, openCLGPU = opencl.Open, opencl.OpenGPU

// errOpenCL refuses what OpenCL is not used for.
func errOpenCL(what string) error {
	return fmt.Errorf("%s is for the engines cpu and cuda, and not for OpenCL: %w", what, errors.ErrUnsupported)
}

// triesOpenCL reports whether a GPU of OpenCL is looked for where CUDA has none: for what
// it does, with lists that surely fit the memory. It reads no source in vain.
func (opt Options) triesOpenCL(info graph.Info) bool {
	auto := opt.Engine == "" || opt.Engine == device.Auto
	if !auto || !opt.asked.onOpenCL() || opt.Parts != (Parts{}) || opt.gpus().count != 1 || !has(opencl.Engine, opt.method()) {
		return false
	}
	lists, records := wholeAtMost(info, par.Workers(opt.Threads)), info.Records.Or(info.MaxRecords.Get())
	answer := opt.asked.hostBytes(uint64(info.Vertices.Or(2*records)), uint64(records), opt.Threads)
	return opt.Memory <= 0 || lists.Known() && lists.Get()+answer <= opt.Memory
}

// onOpenCL makes the lists on the CPU and counts on a device of OpenCL.
func (r *run) onOpenCL(ctx context.Context) error {
	r.opt.Meter.Start("open", 0)
	find := openCL
	if r.opt.Engine != opencl.Engine {
		find = openCLGPU
	}
	driver, info, err := opencl.Chosen(find, r.opt.OpenCL)
	if err != nil {
		return err
	}
	return driver.With(r.opt.devices(), info, func(dev *opencl.Device) error {
		r.clock.lap(&r.clock.Open)
		r.count = r.opt.planDeviceCount(r.plan.way, 1)
		o, err := r.listsOnCPU(ctx)
		if err != nil {
			return err
		}
		r.count.Bytes = clcount.Bytes(o)
		if r.explain {
			r.plan.Parts, err = clcount.Parts(dev, o, r.count.Method)
			return err
		}
		r.result.Order, r.result.MaxOutDegree = r.count.Order, o.MaxOutDegree()
		r.clock.lap(&r.clock.Orient)
		if err := r.fitsOpenCL(dev, o); err != nil {
			return err
		}
		found, err := r.answerOnOpenCL(ctx, dev, o)
		if err != nil {
			return err
		}
		r.result.Method, r.result.Device, r.result.DeviceBytes = found.Method, info.Name, found.Bytes
		if found.Parts > 1 {
			r.result.Parts = &Parts{Rows: found.Parts, Columns: 1, Subtasks: found.Parts * (found.Parts + 1) / 2}
		}
		r.clock.lap(&r.clock.Count)
		r.clock.Kernels = found.Took.Seconds()
		return nil
	})
}

// answerOnOpenCL answers the question from lists of the CPU.
func (r *run) answerOnOpenCL(ctx context.Context, dev *opencl.Device, o *lists.Oriented) (found clcount.Found, err error) {
	var (
		method  = r.count.Method
		rows    []uint64
		support []uint32
	)
	switch r.asked {
	case perVertex:
		if rows, found, err = clcount.Rows(ctx, dev, o, method, r.opt.Meter); err == nil {
			err = r.takeRows(ctx, rows)
		}
	case perEdge:
		if support, found, err = clcount.Support(ctx, dev, o, method, r.opt.Meter); err == nil {
			err = takeSupport(ctx, r, support)
		}
		if err == nil {
			r.found.edges, err = arrange(ctx, o, support, &r.found.vertices, cpucount.Params{Threads: r.opt.Threads, Meter: r.opt.Meter})
		}
	default:
		found, err = clcount.Count(ctx, dev, o, method, r.opt.Meter)
		r.result.Triangles = found.Triangles
	}
	if err != nil {
		return found, err
	}
	return found, r.sameTriangles(found.Triangles)
}

// fitsOpenCL refuses a device for which the machine has no room: where it shares the memory, lists
// and answer are there once already.
func (r *run) fitsOpenCL(dev *opencl.Device, o *lists.Oriented) error {
	lists := clcount.Needs(dev.Info(), o, r.count.Method) + r.asked.foundBytes(o)
	need := processBytes + opencl.CompilerBytes + lists + min(lists, dev.Room()) + r.asked.bytes(uint64(r.found.vertices.Count), o.Edges(), r.opt.Threads)
	if dev.Info().Shares && r.opt.Memory > 0 && need > r.opt.Memory {
		return &graph.MemoryError{What: "copying the lists to a device of OpenCL that shares the machine's memory", Need: need, Limit: r.opt.Memory}
	}
	return nil
}

// foundBytes is what a device finds of each row or entry.
func (q question) foundBytes(o *lists.Oriented) int64 {
	switch q {
	case perVertex:
		return 8 * int64(o.Rows())
	case perEdge:
		return 4 * int64(o.Edges())
	}
	return 0
}
