package jobs

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/mapping"
	"github.com/tricycle-graph/tricycle/internal/objectfs"
	"github.com/tricycle-graph/tricycle/internal/partition"
	"github.com/tricycle-graph/tricycle/triangle"
)

// This file is all that is asked of package triangle: to make the blocks of a plan,
// and to count subtasks of them.

// newDevices chooses GPUs; tests have others.
var newDevices = device.New

// options returns those of a process, with what all must agree on. If GPUs are asked
// for and none are chosen, they name the first one, within the limit of r; giveBack
// closes it.
func (r Request) options(opt triangle.Options) (_ triangle.Options, giveBack func() error) {
	opt.Method, opt.SliceBits, opt.OnTheFly, opt.Strict, opt.Parts = r.Method, r.SliceBits, r.OnTheFly, r.Strict, r.Parts
	opt.Order, opt.Engine = r.Order, cmp.Or(opt.Engine, r.Engine)
	opt.Memory = cmp.Or(opt.Memory, r.Memory)
	if opt.Engine != device.CUDA || opt.Devices != nil {
		return opt, func() error { return nil }
	}
	opt.Devices = newDevices(r.GPUMemory, 0)
	return opt, opt.Devices.Close
}

// makeBlocks reads the input and leaves its blocks in files, under names that begin with
// set.
func makeBlocks(ctx context.Context, r Request, in input, files FS, set string, opt triangle.Options) (p *plan, result *triangle.Result, err error) {
	opt, giveBack := r.options(opt)
	defer func() { err = cmp.Or(err, giveBack()) }()
	opt.TmpDir = cmp.Or(opt.TmpDir, objectfs.Folder(files))
	if in.Cells != "" {
		return in.number(ctx, files, set, opt)
	}
	src, err := in.open(r, opt.Memory)
	if err != nil {
		return nil, nil, err
	}
	err = mapping.Guard(func() error {
		info := src.Info()
		if !info.Rereadable {
			return &graph.InputError{File: r.File, Expected: "a file that can be read again", Found: foundIn(info)}
		}
		if r.Colours != 0 {
			p, result, err = r.makeCells(ctx, src, files, set, opt)
			return err
		}
		divided, err := r.divide(ctx, src, objectfs.Sub(files, blockPrefix+set), opt)
		if err != nil {
			return err
		}
		result, p = divided.Result, planOf(divided)
		p.Set = set + p.Set
		return divided.Store.Close()
	})
	// What was read may not be what was opened any more: that is the error, whatever
	// else went wrong because of it.
	return p, result, cmp.Or(src.Close(), err)
}

// foundIn says what a file is: "matrixmarket, gzip".
func foundIn(info graph.Info) string {
	if info.Compressed == "" {
		return info.Format
	}
	return info.Format + ", " + info.Compressed
}

// planOf is the plan of what was prepared.
func planOf(d *triangle.Divided) *plan {
	r, store := d.Result, d.Store
	return &plan{
		Graph: facts{
			Format:       r.Info.Format,
			Compression:  r.Info.Compressed,
			Table:        r.Info.Table,
			Order:        r.Order,
			Vertices:     r.Vertices,
			Edges:        r.Edges,
			Wedges:       r.Wedges,
			MaxDegree:    r.MaxDegree,
			MaxOutDegree: r.MaxOutDegree,
			Cleaning:     r.Cleaning,
		},
		Set: store.Set(), Rows: store.Rows(), Grid: d.Grid, Cuts: store.Cuts(), Pieces: store.Pieces(),
	}
}

// result returns what a plan knows of the answer.
func (p *plan) result() *triangle.Result {
	g := p.Graph
	return &triangle.Result{
		Info:     graph.Info{Name: p.Request.File, Files: p.Input.union(), Format: g.Format, Compressed: g.Compression, Table: g.Table},
		Vertices: g.Vertices, Edges: g.Edges, Wedges: g.Wedges,
		MaxDegree: g.MaxDegree, MaxOutDegree: g.MaxOutDegree, Cleaning: g.Cleaning,
		Engine: device.CPU, Method: p.Request.Method, Order: g.Order,
		Parts: p.parts(),
	}
}

// count counts subtasks of a plan, tells finished of each, one at a time, and ended where
// there was no error, and adds to result what the counting tells: what counts, before the
// first is finished. Blocks that are not what was written are an error of the input.
func (j *Job) count(ctx context.Context, tasks []partition.Subtask, opt triangle.Options, result *triangle.Result, finished func(d *triangle.Divided, c counted) error, ended func(d *triangle.Divided) error) (err error) {
	switch {
	case len(tasks) == 0:
		return nil
	case j.plan.Colouring != nil:
		return j.countColours(ctx, tasks, opt, result, finished, ended)
	}
	store, err := j.plan.open(ctx, j.files)
	if err != nil {
		return j.badBlock(err)
	}
	defer store.Close()
	opt, giveBack := j.Request.options(opt)
	defer func() { err = cmp.Or(err, giveBack()) }()
	if result.Engine, result.Device, err = counter(ctx, opt); err != nil {
		return err
	}
	divided := j.divided(store, opt.TmpDir)
	defer func() { err = cmp.Or(err, divided.Close()) }()
	found, err := divided.Count(ctx, tasks, opt,
		func(t partition.Subtask, triangles uint64) error {
			return finished(divided, counted{Subtask: t, Triangles: triangles})
		})
	if err != nil {
		return j.badBlock(err)
	}
	result.Method, result.Note, result.DeviceBytes = found.Method, found.Note, found.DeviceBytes
	result.Seconds.Kernels = found.Seconds.Kernels
	result.Seconds.Count += found.Seconds.Count
	result.Seconds.Total += found.Seconds.Total
	return ended(divided)
}

// counter says what will count: the engine, and the names of its GPUs.
func counter(ctx context.Context, opt triangle.Options) (device.Engine, string, error) {
	if opt.Engine != device.CUDA {
		return device.CPU, "", nil
	}
	devices, err := (*gpu.Group)(opt.Devices).Devices(ctx)
	return device.CUDA, gpu.Names(devices), err
}

// badBlock says of which plan a block is that is not what was written.
func (j *Job) badBlock(err error) error { return badBlock(err, objectfs.Path(j.files, planName)) }

// badBlock is [Job.badBlock] for blocks, or cells, of a plan of some name.
func badBlock(err error, of string) error {
	if block := (*partition.BlockError)(nil); errors.As(err, &block) {
		return &graph.InputError{File: block.File, Err: fmt.Errorf("a block of %s: %w", of, block.Err)}
	}
	return err
}
