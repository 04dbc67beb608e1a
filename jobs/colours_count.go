package jobs

import (
	"cmp"
	"context"
	"math"
	"runtime/debug"
	"slices"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/colours"
	"github.com/tricycle-graph/tricycle/internal/partition"
	"github.com/tricycle-graph/tricycle/triangle"
)

// countColours is [Job.count] for tasks of colours: each is a graph by itself.
func (j *Job) countColours(ctx context.Context, tasks []partition.Subtask, opt triangle.Options, result *triangle.Result, finished func(d *triangle.Divided, c counted) error, ended func(d *triangle.Divided) error) (err error) {
	opt, giveBack := j.Request.options(opt)
	defer func() { err = cmp.Or(err, giveBack()) }()
	if result.Engine, result.Device, err = counter(ctx, opt); err != nil {
		return err
	}
	opt.Engine, opt.Parts, opt.Strict = result.Engine, triangle.Parts{}, false
	all, err := j.together(tasks, opt)
	switch {
	case err != nil:
		return err
	case all != nil:
		return j.countTogether(ctx, all, opt, result, finished, ended)
	}
	if err := j.checkTasks(tasks, opt); err != nil {
		return err
	}
	d, err := j.weighted(ctx, &opt)
	if err != nil {
		return err
	}
	if d != nil {
		defer func() { err = cmp.Or(err, d.Close()) }()
	}
	held := j.holds(tasks, &opt)
	if held != nil {
		defer held.Forget(math.MaxInt)
	}
	meter, work, sum := opt.Meter, j.plan.newWork(), uint64(0)
	opt.Meter = nil // the phases of a task are short
	for _, t := range tasks {
		sum = addCapped(sum, work.of(t))
	}
	meter.Start("count", int64(min(sum, 1<<62)))
	for _, t := range tasks {
		if held != nil {
			held.Forget(t.I) // the tasks that are left have no smaller colour
		}
		found, err := j.countTask(ctx, t, opt, d, held)
		if err != nil {
			return j.badBlock(err)
		}
		one, err := j.counted(ctx, t, found, opt)
		if err != nil {
			return j.badBlock(err)
		}
		result.Method, result.Note = found.Method, cmp.Or(result.Note, found.Note)
		result.DeviceBytes = max(result.DeviceBytes, found.DeviceBytes)
		result.Seconds.Kernels += found.Seconds.Kernels
		result.Seconds.Count += found.Seconds.Total
		result.Seconds.Total += found.Seconds.Total
		if err := finished(d, one); err != nil {
			return err
		}
		meter.Add(int64(work.of(t)))
		if opt.Memory > 0 && listBytes*int64(work.inCells(t)) > opt.Memory/16 {
			debug.FreeOSMemory() // or the lists would be beside those of the next task
		}
	}
	return ended(d)
}

// listBytes is what there was of lists for each edge of a task, about.
const listBytes = 16

// holds returns what holds the cells of some tasks in memory, and takes off the memory what that
// is: nil where the largest of them needs it.
func (j *Job) holds(tasks []partition.Subtask, opt *triangle.Options) *colours.Held {
	bytes, ok := colours.HeldBytes(j.plan.Colouring.Files)
	switch {
	case !ok, len(tasks) < 2, j.Request.Question != "", opt.Engine != device.CPU:
		return nil
	case opt.Memory > 0:
		left := *opt
		left.Memory -= bytes
		if left.Memory <= 0 {
			return nil
		}
		e, err := j.Request.estimateTask(j.largest(tasks).Info(), left)
		if err != nil || !inMemory(e) {
			return nil
		}
		*opt = left
	}
	return new(colours.Held)
}

// weighted returns what takes what is found of vertices, and takes off the memory what
// that holds.
func (j *Job) weighted(ctx context.Context, opt *triangle.Options) (*triangle.Divided, error) {
	if j.Request.Question == "" {
		return nil, nil
	}
	if opt.Memory > 0 {
		opt.Memory = max(opt.Memory-j.plan.besideTasks(j.Request.Question), 1)
	}
	if c := j.plan.Colouring; c.merged() {
		return c.found(j.Request.Question, opt.TmpDir), nil
	}
	store, err := j.plan.open(ctx, j.files)
	if err != nil {
		return nil, j.badBlock(err)
	}
	return j.divided(store, opt.TmpDir), nil
}

// countTask counts a task, for the question.
func (j *Job) countTask(ctx context.Context, t partition.Subtask, opt triangle.Options, d *triangle.Divided, held *colours.Held) (*triangle.Result, error) {
	if j.Request.Question == "" {
		task := j.task(t)
		task.Held = held
		return j.countOnly(ctx, task, opt)
	}
	c := j.plan.Colouring
	times := colours.Weight(t, c.Colours)
	if j.Request.Question == ofVertices {
		p, err := triangle.Vertices(ctx, j.task(t), opt)
		if err != nil {
			return nil, err
		}
		if c.merged() {
			return &p.Result, j.addVertices(ctx, t, d, p, times)
		}
		d.AddVertices(p, times)
		return &p.Result, nil
	}
	p, err := triangle.Edges(ctx, j.task(t), opt)
	if err != nil {
		return nil, err
	}
	if c.merged() {
		err := j.addEdges(ctx, t, d, p, times)
		return &p.Result, cmp.Or(err, p.Close())
	}
	var files []int
	for i, f := range c.Files {
		if slices.Contains(colours.CellsOf(t), f.Cell) {
			files = append(files, i)
		}
	}
	err = d.AddEdges(ctx, p, times, files, func(file int, emit func(b graph.Batch) error) error {
		some := colours.Task{Files: c.in(j.files), Colours: c.Colours, Parts: c.Files[file : file+1]}
		_, err := some.Read(ctx, 1, func(_ int, b graph.Batch) error { return emit(b) })
		return err
	})
	return &p.Result, cmp.Or(err, p.Close())
}

// countOnly counts a task, or what is left of one, without an answer to a question.
func (j *Job) countOnly(ctx context.Context, task *colours.Task, opt triangle.Options) (*triangle.Result, error) {
	task.Again = j.Request.readAgain(task.Info(), opt)
	return triangle.Count(ctx, task, opt)
}

// edges returns how many edges each file has.
func (c *colouring) edges() []uint64 {
	edges := make([]uint64, len(c.Files))
	for i, f := range c.Files {
		edges[i] = f.Edges
	}
	return edges
}

// fileOf returns what tells the file of an edge.
func (c *colouring) fileOf() func(u, v uint32) int {
	files := make(map[colours.Cell]int)
	for i, f := range c.Files {
		files[f.Cell] = i
	}
	return func(u, v uint32) int {
		return files[colours.CellOf(colours.Of(uint64(u), c.Colours), colours.Of(uint64(v), c.Colours))]
	}
}
