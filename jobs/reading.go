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
// and by ranges for the same limits, as few as have about as many subtasks: more ranges than that
// read more, and nobody needs them. Its records are taken for edges.
func (r Request) Reads(info graph.Info, opt triangle.Options) (*colours.Reading, error) {
	opt.Parts = triangle.Parts{}
	p, err := r.price(info, opt)
	if err == nil && p.reading.Subtasks < subtasks {
		r.Colours, opt.Parts.Subtasks = p.reading.Colours, p.reading.Subtasks
		p, err = r.price(info, opt)
	}
	if err != nil {
		return nil, err
	}
	return p.reading, nil
}

// priced is what is known of plans by colours and by ranges for the same limits.
type priced struct {
	info     graph.Info // with what was assumed
	edges    uint64
	vertices uint64
	reading  *colours.Reading
	ranges   triangle.Estimate
	task     triangle.Estimate // of three colours
}

// price takes parts, ranges of rows, as asked for by opt, or as many as a plan has.
func (r Request) price(info graph.Info, opt triangle.Options) (*priced, error) {
	if err := r.checkColours(); err != nil {
		return nil, err
	}
	opt.Engine = device.CPU
	if opt.Parts == (triangle.Parts{}) {
		opt.Parts.Subtasks = subtasks
	}
	ranges, err := triangle.EstimateCount(info, opt)
	if err != nil {
		return nil, err
	}
	if info = ranges.Info; !info.Records.Known() { // which may be assumed by the size of the file
		return nil, errors.New("what is read by colours is not known where the records are not")
	}
	c := &colours.Reading{Colours: r.Colours}
	p := &priced{
		info: info, edges: uint64(info.Records.Get()), vertices: uint64(info.Vertices.Or(math.MaxUint32)),
		reading: c, ranges: ranges.Each[0],
	}
	opt.Parts = triangle.Parts{}
	if r.Colours == autoColours {
		if c.Colours, err = r.chooseColours(p.edges, p.vertices, opt); err != nil {
			return nil, err
		}
	}
	if p.task, err = r.estimatePart(p, 6, opt); err != nil {
		return nil, err
	}
	c.TaskEdges, c.TaskBytes = min(p.edges*6/uint64(c.Colours*c.Colours), p.edges), p.task.Memory
	c.TaskFits, c.RangesFit = p.task.Fits, p.ranges.Fits
	c.Ranges, c.RangeSubtasks = p.ranges.Parts.Rows, p.ranges.Parts.Subtasks
	c.Compare(p.edges, 4, p.task.Readings)
	return p, nil
}

// estimatePart says what a task takes that has so many of the edges, by the square of the
// colours: 6 of three colours, 4 of two, 1 of one.
func (r Request) estimatePart(p *priced, share uint64, opt triangle.Options) (triangle.Estimate, error) {
	one := taskOf(p.edges, p.vertices, share, p.reading.Colours)
	one.Direct = r.readAgain(one, opt)
	return r.estimateTask(one, opt)
}

// taskOf is what a task is like that has such a share of the edges. Of many tasks of many
// cells, some have more edges than others.
func taskOf(edges, vertices, share uint64, n int) graph.Info {
	some := min(edges*share/uint64(n*n), edges)
	return graph.Info{
		Name: "a task", Format: "cells", Records: graph.Known(some + some/8), MaxID: max(vertices, 1) - 1,
		EachOnce: true, Rereadable: true, Direct: true,
	}
}
