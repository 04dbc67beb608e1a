package jobs

import (
	"context"
	"fmt"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/internal/colours"
	"github.com/tricycle-graph/tricycle/internal/objectfs"
	"github.com/tricycle-graph/tricycle/internal/partition"
	"github.com/tricycle-graph/tricycle/triangle"
)

// A process that is to count all subtasks of a plan by colours, and has the memory for all cells,
// counts the graph that these are, in one pass: no edge is looked at twice. What it writes down
// is one number for all subtasks.

// mostTogether is the most edges that are counted in one pass, of which nothing is kept if it is
// killed: a minute or two for two threads.
const mostTogether = 1 << 30

// toldAtOnce reports whether what all subtasks find can be told in one number. It cannot where
// an answer is made of what each finds, or the graph is known from them alone.
func (p *plan) toldAtOnce() bool {
	return p.Colouring != nil && p.Request.Question == "" && p.Colouring.Shares == 0
}

// together returns the source of all cells, if they are to be counted in one pass.
func (j *Job) together(tasks []partition.Subtask, opt triangle.Options) (*colours.Task, error) {
	c := j.plan.Colouring
	if !j.plan.toldAtOnce() || opt.Engine != device.CPU || len(tasks) < max(2, colours.Size(c.Colours)) || j.plan.Graph.Edges > mostTogether {
		return nil, nil
	}
	all := j.task(partition.Subtask{})
	all.Name = fmt.Sprintf("the cells of %s", objectfs.Path(j.files, planName))
	all.Parts = colours.Filled(c.Files)
	e, err := j.Request.estimateTask(all.Info(), opt)
	if err != nil || !inMemory(e) {
		return nil, err
	}
	return all, nil
}

// countTogether is countColours for all subtasks in one pass.
func (j *Job) countTogether(ctx context.Context, all *colours.Task, opt triangle.Options, result *triangle.Result, finished func(d *triangle.Divided, c counted) error, ended func(d *triangle.Divided) error) error {
	found, err := j.countOnly(ctx, all, opt)
	if err != nil {
		return j.badBlock(err)
	}
	result.Method, result.Note = found.Method, found.Note
	result.Seconds.Count += found.Seconds.Total
	result.Seconds.Total += found.Seconds.Total
	if err := finished(nil, counted{All: true, Triangles: found.Triangles}); err != nil {
		return err
	}
	return ended(nil)
}
