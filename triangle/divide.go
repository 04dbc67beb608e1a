package triangle

import (
	"cmp"
	"context"
	"time"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/cpucount"
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpucount"
	"github.com/tricycle-graph/tricycle/internal/objectfs"
	"github.com/tricycle-graph/tricycle/internal/opencl"
	"github.com/tricycle-graph/tricycle/internal/partition"
)

// Divided is a graph in pieces, cut into subtasks. These can be counted apart, by one
// process or by many. It is what package jobs is made of, which is easier to use.
type Divided struct {
	Store  *partition.Store
	Grid   partition.Grid
	Result *Result // all that is known before the counting; nil for a graph that was divided elsewhere

	files objectfs.FS // that the store is made in; nil for memory
	asked question

	longest  uint32             // list of the store
	vertices []uint64           // triangles at each row, where they are asked for
	weighted bool               // numbers may be taken away
	counting *cpucount.Subtasks // while it counts, on the CPU
	sums     *partition.Sums    // triangles on each edge, where they are
	merged   *merged            // cells that have the edges, instead of a store
}

// counter returns what counts subtasks on the CPU.
func (d *Divided) counter(opt Options) *cpucount.Subtasks {
	c := cpucount.NewSubtasks(opt.method(), opt.partParams())
	switch d.asked {
	case perVertex:
		c.PerVertex(d.vertices, d.longest)
	case perEdge:
		c.PerEdge(d.sums, d.longest)
	}
	return c
}

// Divide reads and cleans src and leaves its oriented lists, in the order
// graph.OrderRecords or, if that is asked for, graph.OrderAverageDegree, in pieces in
// files that are for them alone; with nil they stay in memory. It cuts them for
// opt.Memory, or as opt.Parts says, to be counted by opt.Method. Any other order that is asked for is an error.
//
// Errors: those of [Count], and *partition.BlockError.
func Divide(ctx context.Context, src graph.Source, files objectfs.FS, opt Options) (*Divided, error) {
	return opt.divide(ctx, src, files, ofGraph)
}

func (opt Options) divide(ctx context.Context, src graph.Source, files objectfs.FS, q question) (*Divided, error) {
	d := &Divided{files: files, asked: q}
	if !opt.ordersParts() {
		return nil, errOrderOfParts(opt.Order)
	}
	if opt.Engine == opencl.Engine {
		return nil, errOpenCL("counting apart what a graph is divided into")
	}
	if opt.Engine != device.CUDA {
		opt.Engine = device.CPU
	}
	r, err := opt.run(ctx, src, goal{asked: q, parts: d})
	if err != nil {
		return nil, err
	}
	d.Result = r.result
	return d, nil
}

// Count counts subtasks of the grid. finished is told the count of each, one at a
// time, as soon as it is known; its error ends the counting. The result has what
// the counting tells, and nothing of the graph.
//
// Errors: *partition.BlockError, *graph.MemoryError, what finished returns, the
// cause of ctx when it ends, graph.ErrOverflow.
func (d *Divided) Count(ctx context.Context, tasks []partition.Subtask, opt Options, finished func(t partition.Subtask, triangles uint64) error) (*Result, error) {
	if d.asked == perVertex && opt.Memory > 0 {
		opt.Memory = max(opt.Memory-8*int64(len(d.vertices)), 1)
	}
	if err := d.check(tasks, opt); err != nil {
		return nil, err
	}
	return d.count(ctx, tasks, opt, finished)
}

// check refuses subtasks that do not fit the memory of the machine: a grid may have
// been cut for another limit, or for fewer threads.
func (d *Divided) check(tasks []partition.Subtask, opt Options) error {
	if opt.Engine == opencl.Engine {
		return errOpenCL("counting apart what a graph is divided into")
	}
	if opt.Memory <= 0 || opt.Engine == device.CUDA && d.asked == ofGraph {
		return nil
	}
	need, bytes := int64(0), d.subtaskBytes(opt)
	for _, t := range tasks {
		need = max(need, processBytes+bytes(t))
	}
	if need > opt.Memory {
		return &graph.MemoryError{What: "counting in parts of this size", Need: need, Limit: opt.Memory}
	}
	return nil
}

// subtaskBytes returns what counters hold in the memory of the machine.
func (d *Divided) subtaskBytes(opt Options) func(t partition.Subtask) int64 {
	if opt.Engine == device.CUDA {
		opt.asked = d.asked
		counters := opt.deviceCutting(opt.gpus().count, 0)
		return func(t partition.Subtask) int64 { return besideGPUBytes(0) + counters.HostBytes(d.Store, d.Grid, t) }
	}
	counter := d.counter(opt)
	return func(t partition.Subtask) int64 { return counter.Bytes(d.Store, d.Grid, t) }
}

func (d *Divided) count(ctx context.Context, tasks []partition.Subtask, opt Options, finished func(t partition.Subtask, triangles uint64) error) (found *Result, err error) {
	if opt.Engine == device.CUDA {
		err = opt.withDevices(ctx, func(devices []*gpu.Device) error {
			found, err = d.countOnDevices(ctx, devices, tasks, opt, finished)
			return err
		})
		return found, err
	}
	begin := time.Now()
	counter := d.counter(opt)
	d.counting = counter
	defer func() {
		d.counting = nil
		err = cmp.Or(err, counter.Close())
	}()
	q := cpucount.Queue{Store: d.Store, Grid: d.Grid, Finished: finished, Meter: opt.Meter}
	triangles, _, err := q.Run(ctx, tasks, []cpucount.Counter{counter})
	if err == nil {
		err = counter.Flush(ctx)
	}
	if err != nil {
		return nil, err
	}
	return &Result{
		Triangles: triangles, Engine: device.CPU, Method: opt.method(), Order: opt.partsOrder(),
		Seconds: secondsOfCounting(begin),
	}, nil
}

// countOnDevices counts subtasks with a counter a device.
func (d *Divided) countOnDevices(ctx context.Context, devices []*gpu.Device, tasks []partition.Subtask, opt Options, finished func(t partition.Subtask, triangles uint64) error) (*Result, error) {
	begin := time.Now()
	queue := &cpucount.Queue{Store: d.Store, Grid: d.Grid, Finished: finished, Lost: ofDevice, Meter: opt.Meter}
	found, err := gpucount.CountSubtasks(ctx, devices, queue, tasks, opt.method(), opt.deviceParams(), opt.Threads,
		gpucount.Answers{Vertices: d.vertices, Edges: d.sums})
	if err != nil {
		return nil, err
	}
	r := &Result{
		Triangles: found.Triangles, Engine: device.CUDA, Method: opt.method(), Order: opt.partsOrder(),
		Seconds: secondsOfCounting(begin),
	}
	r.Seconds.Kernels = found.Kernels.Seconds()
	r.Note = noteOfLost(found)
	r.Device, r.DeviceBytes = gpu.Names(devices), peakOf(devices)
	return r, nil
}

// secondsOfCounting is the time since a count began.
func secondsOfCounting(begin time.Time) Seconds {
	took := time.Since(begin).Seconds()
	return Seconds{Count: took, Total: took}
}

// size returns the size of the grid, which was cut as is wished.
func (d *Divided) size(opt Options) *Parts {
	return &Parts{Rows: len(d.Grid.Rows), Columns: len(d.Grid.Columns), Subtasks: d.Grid.Size(), TCBW: opt.Parts.TCBW}
}

// take takes over what the counting of the parts told.
func (r *run) take(found *Result) {
	result := r.result
	result.Triangles, result.Engine, result.Method = found.Triangles, found.Engine, found.Method
	result.Order = cmp.Or(result.Order, found.Order)
	result.Note = cmp.Or(found.Note, result.Note)
	result.Device, result.DeviceBytes = found.Device, found.DeviceBytes
	r.clock.Kernels = found.Seconds.Kernels
	r.clock.lap(&r.clock.Count)
}
