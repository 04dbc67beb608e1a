package triangle

import (
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/lists"
)

// IngestPlan is what is decided before anything is read, from the header and
// the limits alone.
type IngestPlan struct {
	Engine  Engine     `json:"engine"`
	Reason  string     `json:"reason"` // why this engine
	Threads int        `json:"threads"`
	Parts   int        `json:"parts"`   // into which the graph is cut, about
	Records graph.Size `json:"records"` // raw records to read, at most
	Bytes   graph.Size `json:"bytes"`   // held, on a GPU there, while reading, cleaning and orienting, at most
	Limit   int64      `json:"limit"`   // bytes allowed, there; 0 for no limit
	Disk    int64      `json:"disk"`    // bytes written to temporary files, at most
	Mapped  bool       `json:"mapped"`  // the file holds a clean graph, used in place
}

// CountPlan is what is decided once the degrees are known.
type CountPlan struct {
	Order    graph.Order `json:"order"`
	Method   Method      `json:"method"`
	Flat     bool        `json:"flat"`      // count on the symmetric lists as they are, without orienting them
	ScanWork uint64      `json:"scan_work"` // list entries that OrderID would scan
	Bytes    int64       `json:"bytes"`     // held while counting, at most; on a GPU the bytes of the lists
	Reason   string      `json:"reason"`    // why this order and method
}

const (
	// flatDegree is the largest degree with which comparing all pairs of two
	// symmetric lists beats orienting them first.
	flatDegree = 32
	// scanLimit is the number of entries an edge that OrderID may scan on
	// average before relabelling by degree pays: two or three registers' worth,
	// for which the time is that of fetching the list.
	scanLimit = 32
)

// leavesOrder reports whether the order is left to the plan.
func (opt Options) leavesOrder() bool { return opt.Order == "" || opt.Order == graph.OrderAuto }

// countsFlat reports whether symmetric lists are counted as they are.
func (opt Options) countsFlat(facts lists.Facts) bool {
	return opt.leavesOrder() && opt.method() == Auto && facts.MaxDegree() <= flatDegree
}

// planCount chooses order and method where the wishes leave it open. scanWork
// is asked for only when it matters.
func planCount(opt Options, facts lists.Facts, symmetric bool, scanWork func() (uint64, error)) (CountPlan, error) {
	plan := CountPlan{Order: opt.Order, Method: opt.method(), Reason: "as asked"}
	if !opt.leavesOrder() {
		return plan, nil
	}
	if symmetric && opt.countsFlat(facts) {
		plan.Order, plan.Flat = graph.OrderID, true
		plan.Reason = "no vertex has many neighbours: the lists are compared as they stand"
		return plan, nil
	}
	var err error
	if plan.ScanWork, err = scanWork(); err != nil {
		return CountPlan{}, err
	}
	if plan.ScanWork <= scanLimit*facts.Edges {
		plan.Order = graph.OrderID
		plan.Reason = "the lists are short in the order of the ids: relabelling would cost more than it saves"
	} else {
		plan.Order = graph.OrderDegree
		plan.Reason = "the degrees are skewed: ranking the hubs first keeps every list short"
	}
	return plan, nil
}
