package triangle

import (
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/cpucount"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpucount"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpugraph"
	"github.com/tricycle-graph/tricycle/internal/lists"
)

const (
	// scanLimit is the number of entries an edge that OrderID may scan on
	// average before relabelling by degree pays: two or three registers' worth,
	// for which the time is that of fetching the list.
	scanLimit = 32
	// scanRatio is how many times the entries that it would scan under the other order
	// OrderID may scan all the same: to relabel takes longer than it saves then.
	scanRatio = 1.5
	// peelingLimit is that for trussness where most edges are between ids near each other:
	// what stays is looked at again and again, and is fast to reach where it lies together.
	peelingLimit = 4 * scanLimit
)

// leavesOrder reports whether the order is left to the plan.
func (opt Options) leavesOrder() bool { return opt.Order == "" || opt.Order == graph.OrderAuto }

// ordersParts reports whether parts have the order that is asked for.
func (opt Options) ordersParts() bool {
	return opt.leavesOrder() || opt.Order == graph.OrderAverageDegree
}

// partsOrder is the order of lists that are made piece by piece: by records, or if it is
// asked for, that of TCBW with records in the place of edges.
func (opt Options) partsOrder() graph.Order {
	if opt.leavesOrder() {
		return graph.OrderRecords
	}
	return opt.Order
}

// tellCenters adds to the reason for parts what their order goes by, where one was asked for.
func (opt Options) tellCenters(reason string) string {
	if opt.Order == graph.OrderAverageDegree {
		reason += "; centers have the records of an average vertex, or more"
	}
	return reason
}

// countsFlat reports whether symmetric lists are counted as they are, however many.
func (opt Options) countsFlat(facts lists.Facts) bool {
	return opt.leavesOrder() && opt.method() == cpucount.Auto && facts.MaxDegree() <= cpucount.FlatDegree
}

// mayCountFlat reports whether symmetric lists are counted as they are where that is not much
// to scan.
func (opt Options) mayCountFlat(facts lists.Facts) bool {
	return opt.leavesOrder() && opt.method() == cpucount.Auto && cpucount.LongFlat(facts.Vertices, facts.Edges, opt.cpuParams(facts))
}

// planCount chooses order and method for a graph that is there, where the wishes
// leave it open. flat says that symmetric lists answer the question.
func planCount(opt Options, facts lists.Facts, flat bool, works scanWorks) (CountPlan, error) {
	plan := CountPlan{Order: opt.Order, Method: opt.method(), Reason: "as asked"}
	if !opt.leavesOrder() {
		return plan, nil
	}
	if flat && opt.countsFlat(facts) {
		plan.Order, plan.Flat = graph.OrderID, true
		plan.Reason = "no vertex has many neighbours: the lists are compared as they stand"
		return plan, nil
	}
	if flat && opt.mayCountFlat(facts) {
		bound, err := works.bound(scanLimit * facts.Edges)
		if err != nil {
			return plan, err
		}
		if bound <= scanLimit*facts.Edges {
			plan.Order, plan.Flat = graph.OrderID, true
			plan.Reason = "the graph is small, and its lists are short in the order of the ids: they are compared as they stand"
			return plan, nil
		}
	}
	return plan, plan.chooseOrder(works, facts.Edges, graph.OrderDegree)
}

// scanWorks tell the list entries that are scanned in the order of the ids, and where hubs
// come first; 0 where that is not known. Each is asked for only when it matters.
type scanWorks struct {
	byID, ranked func() (uint64, error)
	// bound is no less than byID, and sooner known where that is enough; for a graph in memory.
	bound func(enough uint64) (uint64, error)
	// windows tells whether a graph in memory is counted sooner by windows in the order of the ids, once byID is known.
	windows func() bool
}

// of leaves out what does not tell how long an answer takes: peeling does more than to scan.
func (w scanWorks) of(asked question) scanWorks {
	if asked == trussOfEdges {
		w.ranked = func() (uint64, error) { return 0, nil }
	}
	if asked != ofGraph { // only a count goes by windows
		w.windows = nil
	}
	return w
}

// chooseOrder chooses between the order of the ids and another, in which hubs come first.
func (plan *CountPlan) chooseOrder(works scanWorks, edges uint64, other graph.Order) (err error) {
	if plan.ScanWork, err = works.byID(); err != nil {
		return err
	}
	if plan.ScanWork <= scanLimit*edges {
		plan.Order = graph.OrderID
		plan.Reason = "the lists are short in the order of the ids: relabelling would cost more than it saves"
		return nil
	}
	ranked, err := works.ranked()
	if err != nil {
		return err
	}
	if float64(plan.ScanWork) <= scanRatio*float64(ranked) {
		plan.Order = graph.OrderID
		plan.Reason = "the lists would hardly be shorter in another order: relabelling would cost more than it saves"
		return nil
	}
	if works.windows != nil && works.windows() {
		plan.Order, plan.windows = graph.OrderID, true
		plan.Reason = "the lists are dense in places in the order of the ids: windows of them are counted sooner than they are relabelled"
		return nil
	}
	plan.Order = other
	plan.Reason = "the degrees are skewed: ranking the hubs first keeps every list short"
	return nil
}

// nearIDs is the share of the edges between ids near each other from which on these ids tell what belongs together.
const nearIDs = 0.5

// chooseClusters goes on from the order of the ids, in which lists are long, to clusters of vertices with common neighbours,
// where windows of such lists pay: near tells the share of the edges between ids near each other, and rows looks for
// clusters and tells some of the rows. Each is asked for only when it matters.
func (plan *CountPlan) chooseClusters(vertices int, edges uint64, inMemory bool, params cpucount.Params, near func() (float64, error), rows func() ([]lists.SampledRow, error)) error {
	if plan.Order != graph.OrderID || plan.windows || plan.Flat || plan.Method != cpucount.Auto || !cpucount.MayCluster(vertices, edges, plan.ScanWork, inMemory, params) {
		return nil
	}
	share, err := near()
	if err != nil || share >= nearIDs {
		return err
	}
	sampled, err := rows()
	if err != nil || !cpucount.ClustersPay(sampled, vertices, edges, inMemory, params) {
		return err
	}
	plan.Order, plan.windows = lists.OrderClusters, true
	plan.Reason = cpucount.ClustersReason
	return nil
}

// keepNear goes back to the order of the ids where that is fast for what is asked: near
// tells the share of the edges between ids near each other, and is asked for only when it
// matters.
func (plan *CountPlan) keepNear(asked question, edges uint64, near func() (float64, error)) error {
	if asked != trussOfEdges || plan.Order == graph.OrderID || plan.ScanWork > peelingLimit*edges {
		return nil
	}
	share, err := near()
	if err == nil && share >= nearIDs {
		plan.Order = graph.OrderID
		plan.Reason = "most edges are between ids near each other: peeling is fast where these lie together"
	}
	return err
}

// deviceOrder is the order for lists that a GPU has whole, unless a look at the edges there
// says otherwise. There is nothing to ask of the degrees: to rank by them takes the GPU a
// small part of the time of reading.
func (opt Options) deviceOrder() graph.Order {
	if opt.leavesOrder() {
		return graph.OrderDegree
	}
	return opt.Order
}

// looks reports whether a look at the edges chooses the order: where a GPU has them whole
// and order and method are left to the plan. Parts have an order of their own.
func (opt Options) looks(w way) bool {
	return opt.leavesOrder() && opt.method() == cpucount.Auto && opt.Parts == (Parts{}) && w == wholeOnDevice
}

// planDeviceCount chooses order and method for so many GPUs, where the wishes leave
// them open.
func (opt Options) planDeviceCount(w way, devices int) CountPlan {
	plan := CountPlan{Order: opt.deviceOrder(), Method: opt.method(), Reason: "as asked"}
	switch {
	case opt.Parts != (Parts{}):
		plan.Order, plan.Reason = opt.partsOrder(), opt.tellCenters("counted in parts, as asked")
	case w == partsOnDevice:
		plan.Order, plan.Reason = opt.partsOrder(), opt.tellCenters("the graph does not fit the GPU: counted in parts")
	case w == partsUploaded:
		plan.Order, plan.Reason = opt.partsOrder(), opt.tellCenters("the lists do not fit: counted in parts")
	case opt.inParts(w, devices):
		plan.Reason = "several GPUs share the subtasks"
	case opt.leavesOrder():
		_, plan.Reason = gpucount.ChooseOrder(nil, gpugraph.Look{}) // nobody looks
	}
	return plan
}
