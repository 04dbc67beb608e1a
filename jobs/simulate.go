package jobs

import (
	"math"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/cluster"
	"github.com/tricycle-graph/tricycle/triangle"
)

// Simulate says what it takes to prepare a source and to count its tasks on a cluster, by
// the colours that r asks for, which all nodes prepare, and by ranges of rows, as many as
// opt asks for or as the memory does, which one prepares. All
// it has of memory and readings is what [Request.Reads] has, and of time what
// [triangle.EstimateCount] has.
func (r Request) Simulate(info graph.Info, opt triangle.Options, c cluster.Cluster) (*cluster.Simulation, error) {
	opt.Engine, opt.Memory, opt.Threads = device.CPU, c.Memory, c.Threads
	p, err := r.price(info, opt)
	if err != nil {
		return nil, err
	}
	// Without a limit nothing is written to a disk: what is left is the processor's.
	free := opt
	free.Memory, free.Parts = 0, triangle.Parts{}
	whole, err := triangle.EstimateCount(p.info, free)
	if err != nil {
		return nil, err
	}
	byColours, err := r.byColours(p, c, free)
	if err != nil {
		return nil, err
	}
	s := &cluster.Simulation{Cluster: c, Plans: []cluster.Plan{byColours, byRanges(p, c, whole.Each[0])}}
	s.Compare()
	return s, nil
}

// inputBytes is what a source has, as far as is known: else as pairs of 32 bits.
func (p *priced) inputBytes() float64 {
	return float64(p.info.Bytes.Or(8 * int64(p.edges)))
}

// What a thread of the machine behind [triangle.EstimateCount] takes to cut an edge to its cell, and
// how many times as long as a whole count one by ranges does: from kron-20-16 and kron-22-16 by
// processor time, as docs/cluster.md has them.
const (
	cutting  = 75e-9
	byBlocks = 1.5
)

// byColours is a plan that all nodes prepare, each a part of the files, and count.
func (r Request) byColours(p *priced, c cluster.Cluster, free triangle.Options) (cluster.Plan, error) {
	reading := p.reading
	n, cells := float64(reading.Colours), float64(reading.CellBytes)
	// Beside the cells each process leaves the vertices that it has met, so that more of
	// them than can count would do harm.
	shares := min(c.Nodes, reading.Subtasks)
	vertices := 8 * min(float64(shares)*float64(p.vertices), 2*float64(p.edges))
	// What a pair has between its colours is read once more, for its wedges.
	again := float64(reading.Readings) * cells * (1 - 1/n)
	plan := cluster.Plan{
		By: "colours", Parts: reading.Colours, Tasks: reading.Subtasks, Fits: inMemory(p.task), TaskBytes: reading.TaskBytes,
		Shuffled: uint64(cells + vertices), Read: uint64(float64(reading.ReadBytes) + again + vertices),
	}
	// On their way to the cells are the edges, and of each the end by which they are not sorted.
	spilled := 16 * float64(p.edges)
	plan.Add(c.Phase("prepare", shares, cluster.Work{
		Net: p.inputBytes() + cells + vertices, Disk: 2 * spilled, Seconds: cutting * float64(p.edges),
	}, cluster.Work{}))
	counted, largest := cluster.Work{}, cluster.Work{}
	for _, kind := range []struct {
		share uint64
		many  float64
	}{
		{1, n}, {2, n * (n - 1) / 2}, {4, n * (n - 1) / 2}, {6, n * (n - 1) * (n - 2) / 6},
	} {
		e, err := r.estimatePart(p, kind.share, free)
		if err != nil {
			return plan, err
		}
		one := cluster.Work{Seconds: e.Seconds.Total * float64(e.Threads)}
		if kind.many > 0 {
			counted, largest = counted.Plus(one.Times(kind.many)), one
		}
	}
	counted.Net, largest.Net = float64(plan.Read), float64(reading.Readings)*cells*min(6/n/n, 1)
	plan.Add(c.Phase("count", plan.Tasks, counted, largest))
	return plan, nil
}

// byRanges is a plan that one node prepares, and all count.
func byRanges(p *priced, c cluster.Cluster, whole triangle.Estimate) cluster.Plan {
	reading, blocks := p.reading, float64(p.reading.BlockBytes)
	nodes := max(min(c.Nodes, reading.RangeSubtasks), 1)
	// A shard begins by reading its rows anew.
	one := blocks / float64(reading.Ranges)
	plan := cluster.Plan{
		By: "ranges", Parts: reading.Ranges, Tasks: reading.RangeSubtasks, Fits: reading.RangesFit, TaskBytes: p.ranges.Memory,
		Shuffled: reading.BlockBytes, Read: uint64(float64(reading.RangeBytes) + one*float64(nodes-1)),
	}
	spilled := math.Max(float64(p.ranges.Disk)-blocks, 0)
	plan.Add(c.Phase("prepare", 1, cluster.Work{
		Net: p.inputBytes()*float64(p.ranges.Readings) + blocks, Disk: 2 * spilled, Seconds: ingesting(whole),
	}, cluster.Work{}))
	counting := byBlocks * whole.Seconds.Count * float64(whole.Threads)
	plan.Add(c.Phase("count", plan.Tasks, cluster.Work{Net: float64(plan.Read), Seconds: counting},
		cluster.Work{Net: 2 * one, Seconds: counting / float64(plan.Tasks)}))
	return plan
}

// ingesting is the processor time of reading and sorting out a whole graph.
func ingesting(e triangle.Estimate) float64 {
	s := &e.Seconds
	return (s.Read + s.Clean + s.Order + s.Orient) * float64(e.Threads)
}
