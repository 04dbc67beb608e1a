package triangle

import (
	"context"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/cpucount"
	"github.com/tricycle-graph/tricycle/internal/lists"
)

// graphOnCPU counts a graph that is there already, clean.
func (r *run) graphOnCPU(ctx context.Context) error {
	g, err := r.graph(ctx)
	if err != nil {
		return err
	}
	facts, err := lists.FactsOfGraph(ctx, g, r.opt.Threads)
	if err != nil {
		return err
	}
	if err := r.describe(facts, g.Report()); err != nil {
		return err
	}
	opt := r.left().beside(r.asked, uint64(facts.Vertices), facts.Edges)
	var below *lists.Below
	r.count, err = planCount(opt, facts, r.asked == ofGraph, scanWorks{
		byID: func() (work uint64, err error) {
			if below, err = lists.BelowOf(ctx, g, opt.Threads); err == nil {
				work = below.ScanWork()
			}
			return work, err
		},
		ranked: func() (uint64, error) { return lists.RankedWork(g), nil },
		bound: func(enough uint64) (uint64, error) {
			return lists.ScanBound(ctx, g, facts, enough, opt.Threads)
		},
		windows: func() bool {
			return opt.method() == cpucount.Auto && cpucount.WindowsByID(below, opt.cpuParams(facts))
		},
	}.of(r.asked))
	if err != nil {
		return err
	}
	near := func() (float64, error) { return lists.NearEdges(g), nil }
	if opt.leavesOrder() {
		if err := r.count.keepNear(r.asked, facts.Edges, near); err != nil {
			return err
		}
	}
	need := orientBytes(facts)
	if opt.Memory > 0 && !r.count.Flat && need > opt.Memory {
		return &graph.MemoryError{What: "orienting the edges", Need: need, Limit: opt.Memory}
	}
	var clusters *lists.Clusters
	defer func() { clusters.Free() }()
	if opt.leavesOrder() && r.asked == ofGraph && (opt.Memory <= 0 || need+lists.ClusterBytes*int64(facts.Vertices) <= opt.Memory) {
		look := func() (rows []lists.SampledRow, err error) {
			if clusters, err = lists.ClustersOf(ctx, g, facts, opt.Threads); clusters != nil {
				rows = clusters.Rows
			}
			return rows, err
		}
		if err := r.count.chooseClusters(facts.Vertices, facts.Edges, true, opt.cpuParams(facts), near, look); err != nil {
			return err
		}
		if r.count.Order != lists.OrderClusters {
			clusters.Free()
			clusters = nil
		}
	}
	r.clock.lap(&r.clock.Order)
	if r.explain {
		r.count.Bytes = countBytes(r.count, facts, opt)
		return nil
	}
	r.result.Order, r.result.Method = r.count.Order, r.count.Method
	if r.count.Flat {
		r.result.Triangles, r.result.MaxOutDegree, err = cpucount.Flat(ctx, g, facts.MaxDegree() > cpucount.FlatDegree, opt.cpuParams(facts))
		r.clock.lap(&r.clock.Count)
		return err
	}
	params := opt.cpuParams(facts)
	params.Windows = r.count.windows
	// The rows of below have isolated vertices among them, and do not tell whose the others are.
	if below != nil && r.count.Order == graph.OrderID && r.asked == ofGraph && 3*facts.Connected() >= facts.Vertices {
		return r.countByID(ctx, below, params)
	}
	o, err := r.orientGraph(ctx, g, r.count.Order, below, clusters)
	if err != nil {
		return err
	}
	if r.asked != ofGraph {
		params = opt.listParams(o.Rows(), o.Edges())
		if err := r.takeVertices(ctx, g, o); err != nil {
			return err
		}
	}
	return r.countLists(ctx, o, params)
}

// takeVertices takes over what is known of the vertices of a graph with these lists.
func (r *run) takeVertices(ctx context.Context, g *graph.Graph, o *lists.Oriented) (err error) {
	r.found.vertices = lists.VerticesOfGraph(g, o)
	r.found.degrees, err = lists.DegreesOfGraph(ctx, g, r.opt.Threads)
	return err
}

// countByID counts in the order of the ids, without ranks.
func (r *run) countByID(ctx context.Context, below *lists.Below, params cpucount.Params) error {
	o, err := below.Orient(ctx)
	if err != nil {
		return err
	}
	r.result.MaxOutDegree = o.MaxOutDegree()
	r.clock.lap(&r.clock.Orient)
	return r.countLists(ctx, o, params)
}

// orientGraph ranks the vertices of a graph and makes its oriented lists. below may be nil; it
// is used up. clusters, if there are any, have the ranks, and are used up, too.
func (r *run) orientGraph(ctx context.Context, g *graph.Graph, order graph.Order, below *lists.Below, clusters *lists.Clusters) (*lists.Oriented, error) {
	opt := graph.Options{Threads: r.opt.Threads, Memory: r.left().Memory, Meter: r.opt.Meter}
	rank := func() (lists.Ranking, error) { return lists.Rank(ctx, g, order, opt) }
	if clusters != nil {
		rank = func() (lists.Ranking, error) { return clusters.Ranking(ctx) }
	}
	ranking, err := rank()
	clusters.Free()
	if err != nil {
		return nil, err
	}
	r.clock.lap(&r.clock.Order)
	var o *lists.Oriented
	if below != nil {
		o, err = below.Relabel(ctx, ranking, opt)
	} else {
		o, err = lists.Orient(ctx, g, ranking, opt)
	}
	if err != nil {
		return nil, err
	}
	r.result.MaxOutDegree = o.MaxOutDegree()
	r.clock.lap(&r.clock.Orient)
	return o, nil
}
