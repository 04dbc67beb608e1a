package triangle

import (
	"context"
	"github.com/tricycle-graph/tricycle/internal/lists"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/cpucount"
)

// wholeOnCPU counts the source on the CPU, with all of it in memory.
func (r *run) wholeOnCPU(ctx context.Context) error {
	c, err := r.clean(ctx)
	if err != nil {
		return err
	}
	if r.count, err = c.plan(ctx, r.left()); err != nil {
		return err
	}
	r.lapPlan(c)
	if r.explain {
		r.count.Bytes = countBytes(r.count, c.facts, r.left())
		return nil
	}
	r.result.Order, r.result.Method = r.count.Order, r.count.Method
	if r.count.Flat {
		r.result.Triangles, r.result.MaxOutDegree, err = cpucount.Flat(ctx, c.graph, r.left().cpuParams(c.facts))
	} else {
		var o *lists.Oriented
		if o, err = r.orient(ctx, c, r.count.Order); err != nil {
			return err
		}
		r.result.Triangles, err = cpucount.Count(ctx, o, r.count.Method, r.left().cpuParams(c.facts))
	}
	r.clock.lap(&r.clock.Count)
	return err
}

// lapPlan puts the time to look at the degrees where it belongs: a graph that was
// clean already was not cleaned.
func (r *run) lapPlan(c *cleanGraph) {
	if c.graph != nil {
		r.clock.lap(&r.clock.Order)
	} else {
		r.clock.lap(&r.clock.Clean)
	}
}

// cleanGraph is a graph in memory, clean, and not oriented.
type cleanGraph struct {
	cleaned *lists.Cleaned // from raw edges, or
	graph   *graph.Graph   // from a source that holds a graph
	facts   lists.Facts
}

// clean reads and cleans the source.
func (r *run) clean(ctx context.Context) (*cleanGraph, error) {
	// Refused unread only where no ids could make it fit: once they are known,
	// so is the need.
	loader, ok := r.src.(graph.Loader)
	if least, most := lists.CleanBytes(r.info); r.opt.Memory > 0 && least.Get() > r.opt.Memory && !ok {
		return nil, &graph.MemoryError{What: "counting " + r.info.Name, Need: most.Get(), Limit: r.opt.Memory}
	}
	c := new(cleanGraph)
	if ok {
		r.opt.Meter.Start("read", 0)
		var err error
		if c.graph, err = loader.Graph(ctx, r.opt.Threads); err != nil {
			return nil, err
		}
		r.clock.lap(&r.clock.Read)
		if c.facts, err = lists.FactsOfGraph(ctx, c.graph, r.opt.Threads); err != nil {
			return nil, err
		}
		return c, r.describe(c.facts, c.graph.Report())
	}
	raw, err := lists.Read(ctx, r.src, r.opt.reading())
	if err != nil {
		return nil, err
	}
	r.clock.lap(&r.clock.Read)
	if c.cleaned, err = raw.Clean(ctx, r.opt.reading()); err != nil {
		return nil, err
	}
	c.facts = c.cleaned.Facts()
	return c, r.describe(c.facts, c.cleaned.Report())
}

// plan chooses order and method. The error is a *graph.MemoryError where there is
// no room to orient a graph that is in memory.
func (c *cleanGraph) plan(ctx context.Context, opt Options) (CountPlan, error) {
	if c.graph == nil {
		return planCount(opt, c.facts, false, c.cleaned.ScanWork)
	}
	plan, err := planCount(opt, c.facts, true, func() (uint64, error) { return lists.ScanWork(ctx, c.graph, opt.Threads) })
	if need := orientBytes(c.facts); err == nil && opt.Memory > 0 && !plan.Flat && need > opt.Memory {
		err = &graph.MemoryError{What: "orienting the edges", Need: need, Limit: opt.Memory}
	}
	return plan, err
}

// orient ranks the vertices and builds the oriented lists. It uses c up.
func (r *run) orient(ctx context.Context, c *cleanGraph, order graph.Order) (o *lists.Oriented, err error) {
	opt := r.left().reading()
	var ranking lists.Ranking
	if c.graph != nil {
		ranking, err = lists.Rank(ctx, c.graph, order, opt)
	} else {
		ranking, err = c.cleaned.Rank(ctx, order, opt)
	}
	if err != nil {
		return nil, err
	}
	r.clock.lap(&r.clock.Order)
	if c.graph != nil {
		o, err = lists.Orient(ctx, c.graph, ranking, opt)
	} else {
		o, err = c.cleaned.Orient(ctx, ranking, opt)
	}
	if err != nil {
		return nil, err
	}
	r.result.MaxOutDegree = o.MaxOutDegree()
	r.clock.lap(&r.clock.Orient)
	return o, nil
}

// reading are the options of reading, cleaning and orienting.
func (opt Options) reading() graph.Options {
	return graph.Options{Threads: opt.Threads, Memory: opt.Memory, Meter: opt.Meter}
}
