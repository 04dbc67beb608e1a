package triangle

import (
	"cmp"
	"context"
	"errors"
	"time"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/census"
	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/mapping"
	"github.com/tricycle-graph/tricycle/internal/truss"
)

// run is one plan on its way. What a plan that failed has found is gone with its
// run, but for the time that it took.
type run struct {
	opt  Options
	info graph.Info
	src  graph.Source
	goal
	plan   IngestPlan
	cause  error // why the plan before did not do; nil for the first
	clock  *clock
	count  CountPlan
	looks  bool          // a look at the edges on the GPU chooses the order
	links  []*gpu.Device // that records come to the GPU by, beside its own
	result *Result
	found  found

	devicePiece uint64 // the most edges that a piece for devices should have; 0 for the CPU
	deviceRoom  int64  // bytes on each of these; 0 for the CPU
}

// goal says what else may be wanted than a count of the graph's triangles.
type goal struct {
	asked   question
	explain bool     // find out how the graph would be counted, and count nothing
	parts   *Divided // divide the graph, and count nothing; nil otherwise
}

// run counts src by the first of its plans, and where that turns out not to do,
// by the next one that may.
func (opt Options) run(ctx context.Context, src graph.Source, goal goal) (*run, error) {
	opt, err := opt.answerable(goal.asked)
	if err == nil {
		err = opt.check()
	}
	if err != nil {
		return nil, err
	}
	clock, info := newClock(), src.Info()
	_, info.Loaded = src.(graph.Loader)
	var plans []IngestPlan
	err = mapping.Guard(func() (err error) {
		plans, src, err = opt.choose(ctx, src, info, goal, clock)
		return err
	})
	if err != nil {
		return nil, err
	}
	if opt.Memory > 0 {
		src = census.Watch(src)
	}
	var cause error
	note, reason := "", "" // for another plan than the first, where that is somebody's concern
	for {
		r := &run{opt: opt, info: info, src: src, goal: goal, plan: plans[0], cause: cause, clock: clock}
		r.plan.Reason = cmp.Or(reason, r.plan.Reason)
		r.result = &Result{Info: info, Engine: r.plan.Engine, Note: note}
		err := mapping.Guard(func() error { return r.execute(ctx) })
		r.result.Seconds = clock.Seconds
		if err == nil {
			return r, nil
		}
		before := r.plan.way
		if before == wholeOnOpenCL && cause != nil && errors.Is(err, gpu.ErrNone) {
			err = cause // that there is no other GPU either says less than why there is none
		}
		for plans = plans[1:]; len(plans) > 0 && !plans[0].way.follows(before, err); {
			plans = plans[1:]
		}
		if len(plans) == 0 || ctx.Err() != nil {
			return nil, r.refused(ctx, err)
		}
		if said := plans[0].way.note(before, err); said != "" {
			note, reason = said, err.Error()
		}
		cause = err
		clock.inVain(before)
	}
}

// choose returns the plans, and the source to count by them. Where a graph is there
// already, its degrees are looked at first: without hubs the CPU counts it as it
// lies, and sooner than a GPU.
func (opt Options) choose(ctx context.Context, src graph.Source, info graph.Info, goal goal, clock *clock) ([]IngestPlan, graph.Source, error) {
	if goal.parts != nil {
		return opt.plansToDivide(info), src, nil
	}
	plans := opt.plans(info)
	if !info.Loaded || plans[0].Engine != device.CUDA || !opt.cpuMayCount() {
		return plans, src, nil
	}
	g, err := src.(graph.Loader).Graph(ctx, opt.Threads)
	if err != nil {
		return nil, nil, err
	}
	facts, err := lists.FactsOfGraph(ctx, g, opt.Threads)
	if err != nil {
		return nil, nil, err
	}
	clock.lap(&clock.Read)
	if opt.countsFlat(facts) {
		opt.Engine = device.CPU
		plans = opt.plans(info)
		for i := range plans {
			plans[i].Reason = "no vertex has many neighbours"
		}
	}
	return plans, g.Source(), nil
}

// execute carries the plan out.
func (r *run) execute(ctx context.Context) error {
	switch r.plan.way {
	case wholeOnCPU:
		if r.info.Loaded {
			return r.graphOnCPU(ctx)
		}
		return r.recordsOnCPU(ctx)
	case withinMemory:
		return r.recordsOnCPU(ctx)
	case wholeOnOpenCL:
		return r.onOpenCL(ctx)
	}
	return r.onDevices(ctx)
}

// left returns the wishes with the memory that the source, which may hold names of
// vertices, leaves to others.
func (r *run) left() Options {
	opt := r.opt
	if opt.Memory > 0 {
		opt.Memory = max(opt.Memory-r.info.Holds(), 1)
	}
	return opt
}

// describe takes over what is known of the clean graph.
func (r *run) describe(facts lists.Facts, report graph.Report) error {
	result := r.result
	result.Vertices, result.Edges = uint64(facts.Vertices), facts.Edges
	result.Wedges, result.MaxDegree, result.Cleaning = facts.Wedges(), facts.MaxDegree(), report
	if r.opt.Strict {
		if err := report.Strict(r.info); err != nil {
			return err
		}
	}
	if r.asked == trussOfEdges {
		if err := truss.Check(result.Edges); err != nil {
			return err
		}
	}
	if r.opt.Cleaned != nil {
		return r.opt.Cleaned(result.Vertices, result.Edges)
	}
	return nil
}

// loaded returns the records of the source: of one that holds a graph its edges,
// which are clean, and itself.
func (r *run) loaded(ctx context.Context) (graph.Source, *graph.Graph, error) {
	if !r.info.Loaded {
		return r.src, nil, nil
	}
	g, err := r.graph(ctx)
	if err != nil {
		return nil, nil, err
	}
	return g.Source(), g, nil
}

// graph returns the graph of a source that holds one.
func (r *run) graph(ctx context.Context) (*graph.Graph, error) {
	r.opt.Meter.Start("read", 0)
	g, err := r.src.(graph.Loader).Graph(ctx, r.opt.Threads)
	if err != nil {
		return nil, err
	}
	r.clock.lap(&r.clock.Read)
	return g, nil
}

// clock takes the time of the phases.
type clock struct {
	Seconds
	begin time.Time
	spent Seconds // by plans that failed
}

func newClock() *clock { return &clock{begin: time.Now()} }

// lap adds the time since the last lap to a phase, which is one of the clock's.
func (c *clock) lap(phase *float64) {
	total := time.Since(c.begin).Seconds()
	*phase += total - c.Total
	c.Total = total
}

// pass adds to a phase what is known to have been a part of the time since the last
// lap.
func (c *clock) pass(phase *float64, took time.Duration) {
	*phase += took.Seconds()
	c.Total += took.Seconds()
}

// inVain puts the time of a plan that failed where it is waited for: before a GPU
// is open, or what was read is there.
func (c *clock) inVain(w way) {
	c.Seconds = c.spent
	if w.onDevice() {
		c.lap(&c.Open)
	} else {
		c.lap(&c.Read)
	}
	c.spent = c.Seconds
}

// outOfMemory reports whether an error says that the memory limit is too small.
func outOfMemory(err error) bool { return errors.As(err, new(*graph.MemoryError)) }
