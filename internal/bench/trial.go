package bench

import (
	"context"
	"slices"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/cpucount"
	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/triangle"
)

// orderTrial is what was measured on one order by one engine.
type orderTrial struct {
	engine       device.Engine
	order        graph.Order
	methods      []triangle.Method
	read, clean  samples
	rank, orient samples
	count        []samples // of each method
	kernels      []samples // of each method on a GPU
	maxOutDegree uint32
	comparisons  *uint64 // of merge, edges leading to the smaller rank; nil where not asked for
	reversed     *uint64 // edges leading to the larger rank
}

// describe sets what does not depend on the time. Comparisons take as long as
// merge, so they are left out where merge is.
func (t *orderTrial) describe(ctx context.Context, lists *lists.Oriented, threads int) error {
	t.maxOutDegree = lists.MaxOutDegree()
	if !slices.Contains(t.methods, cpucount.Merge) {
		return nil
	}
	comparisons, err := cpucount.Comparisons(ctx, lists, threads)
	if err != nil {
		return err
	}
	t.comparisons = &comparisons
	if t.order != graph.OrderID {
		return nil // reversed, the lists of the hubs are as long as can be
	}
	reversed, err := cpucount.Comparisons(ctx, cpucount.Reverse(lists), threads)
	t.reversed = &reversed
	return err
}

// onDevice says whether the engine leaves the counting to no CPU.
func (t *orderTrial) onDevice() bool { return t.engine != device.CPU }

// newTrial has those of the methods that the engine has.
func newTrial(engine device.Engine, order graph.Order, methods []triangle.Method) *orderTrial {
	if order == graph.OrderAuto {
		// Another method than ours leaves nothing for the plan to choose.
		methods = []triangle.Method{cpucount.Auto}
	}
	t := &orderTrial{engine: engine, order: order}
	for _, method := range methods {
		if slices.Contains(triangle.Methods(engine), method) {
			t.methods = append(t.methods, method)
		}
	}
	t.count, t.kernels = make([]samples, len(t.methods)), make([]samples, len(t.methods))
	return t
}
