package jobs

import (
	"errors"
	"math"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/colours"
	"github.com/tricycle-graph/tricycle/triangle"
)

// Reads says what the subtasks of a plan of a source read by the colours that r asks for,
// and by ranges for the same limits. Its records are taken for edges.
func (r Request) Reads(info graph.Info, opt triangle.Options) (*colours.Reading, error) {
	if err := r.checkColours(); err != nil {
		return nil, err
	}
	opt.Engine, opt.Parts = device.CPU, triangle.Parts{Subtasks: subtasks}
	ranges, err := triangle.EstimateCount(info, opt)
	if err != nil {
		return nil, err
	}
	if info = ranges.Info; !info.Records.Known() { // which may be assumed by the size of the file
		return nil, errors.New("what is read by colours is not known where the records are not")
	}
	edges := uint64(info.Records.Get())
	vertices := uint64(info.Vertices.Or(math.MaxUint32))
	c := &colours.Reading{Colours: r.Colours}
	opt.Parts = triangle.Parts{}
	if r.Colours == autoColours {
		if c.Colours, err = r.chooseColours(edges, vertices, opt); err != nil {
			return nil, err
		}
	}
	one := taskOf(edges, vertices, c.Colours)
	one.Direct = r.readAgain(one, opt)
	task, err := r.estimateTask(one, opt)
	if err != nil {
		return nil, err
	}
	c.TaskEdges, c.TaskBytes = min(edges*6/uint64(c.Colours*c.Colours), edges), task.Memory
	c.RangesFit = ranges.Each[0].Fits
	c.Ranges, c.RangeSubtasks = ranges.Each[0].Parts.Rows, ranges.Each[0].Parts.Subtasks
	c.Compare(edges, 4, task.Readings)
	return c, nil
}

// taskOf is what a task of three colours is like. Of many tasks of many cells, some have
// more edges than others.
func taskOf(edges, vertices uint64, n int) graph.Info {
	some := min(edges*6/uint64(n*n), edges)
	return graph.Info{
		Name: "a task", Format: "cells", Records: graph.Known(some + some/8), MaxID: max(vertices, 1) - 1,
		EachOnce: true, Rereadable: true, Direct: true,
	}
}
