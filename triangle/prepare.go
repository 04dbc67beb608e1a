package triangle

import (
	"context"
	"time"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/census"
	"github.com/tricycle-graph/tricycle/internal/cpucount"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpugraph"
	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// preparation is a count on its way: the graph is there, clean, and the plan
// is made; nothing is ranked or counted yet.
type preparation struct {
	opt     Options // of which Memory is what the source leaves
	limit   int64   // Memory as it was given
	begin   time.Time
	cleaned *lists.Cleaned // from raw edges, or
	graph   *graph.Graph   // from a source that holds a clean graph
	facts   lists.Facts
	plan    CountPlan
	result  *Result
}

func newPreparation(info graph.Info, opt Options) *preparation {
	return &preparation{opt: opt, limit: opt.Memory, begin: time.Now(), result: newResult(info)}
}

func newResult(info graph.Info) *Result { return &Result{Info: info, Engine: EngineCPU} }

// run counts src, where and as planned.
func (p *preparation) run(ctx context.Context, src graph.Source) error {
	engine, _, src, err := p.settle(ctx, src)
	if err != nil {
		return err
	}
	if engine == EngineCUDA {
		err := p.countOnDevice(ctx, src)
		if !p.fallsBack(ctx, err) {
			return err
		}
		p.fallBack(err)
	}
	if p.limit > 0 {
		src = census.Watch(src)
	}
	if p.comesByParts() {
		return p.refused(ctx, src, p.countByParts(ctx, src))
	}
	err = p.prepare(ctx, src)
	if err == nil {
		err = p.count(ctx)
	}
	if p.mayBeCut(err, src) {
		p.startAgain()
		err = p.countByParts(ctx, src)
	}
	return p.refused(ctx, src, err)
}

// settle chooses the engine, says why, and returns the source to count. The
// plan is made without reading, but where a graph is there already, its degrees
// are looked at first: without hubs the CPU counts it as it lies, and sooner.
func (p *preparation) settle(ctx context.Context, src graph.Source) (Engine, string, graph.Source, error) {
	engine, reason := chooseEngine(p.result.Info, p.opt)
	loader, ok := src.(graph.Loader)
	if engine != EngineCUDA || !ok || !p.opt.cpuMayCount() {
		return engine, reason, src, nil
	}
	g, err := loader.Graph(ctx, p.opt.Threads)
	if err != nil {
		return engine, reason, src, err
	}
	facts, err := lists.FactsOfGraph(ctx, g, p.opt.Threads)
	if err == nil && p.opt.countsFlat(facts) {
		engine, reason = EngineCPU, "no vertex has many neighbours"
	}
	p.lap(&p.result.Seconds.Read)
	return engine, reason, memory{g}, err
}

// prepare reads and cleans src and plans the count on the CPU.
func (p *preparation) prepare(ctx context.Context, src graph.Source) error {
	info, opt := p.result.Info, p.opt
	// Refused unread only where no ids could make it fit: once they are known,
	// so is the need.
	if least, most := lists.CleanBytes(info); opt.Memory > 0 && least.Get() > opt.Memory && !isLoader(src) {
		return &graph.MemoryError{What: "counting " + info.Name, Need: most.Get(), Limit: opt.Memory}
	}
	if loader, ok := src.(graph.Loader); ok {
		opt.Meter.Start("read", 0)
		g, err := loader.Graph(ctx, opt.Threads)
		if err != nil {
			return err
		}
		p.lap(&p.result.Seconds.Read)
		return p.takeGraph(ctx, g)
	}
	raw, err := lists.Read(ctx, src, p.graphOptions())
	if err != nil {
		return err
	}
	defer p.leave(info)
	p.lap(&p.result.Seconds.Read)
	if p.cleaned, err = raw.Clean(ctx, p.graphOptions()); err != nil {
		return err
	}
	p.facts = p.cleaned.Facts()
	if err := p.describe(p.cleaned.Report()); err != nil {
		return err
	}
	p.plan, err = planCount(opt, p.facts, false, p.cleaned.ScanWork)
	p.lap(&p.result.Seconds.Clean)
	return err
}

// leave takes what the source holds, such as names of vertices, off the memory for
// others.
func (p *preparation) leave(info graph.Info) {
	if p.limit > 0 {
		p.opt.Memory = max(p.limit-info.Holds(), 1)
	}
}

func isLoader(src graph.Source) bool {
	_, ok := src.(graph.Loader)
	return ok
}

// takeGraph plans the count of a clean graph.
func (p *preparation) takeGraph(ctx context.Context, g *graph.Graph) error {
	p.graph = g
	var err error
	if p.facts, err = lists.FactsOfGraph(ctx, g, p.opt.Threads); err != nil {
		return err
	}
	if err := p.describe(g.Report()); err != nil {
		return err
	}
	p.plan, err = planCount(p.opt, p.facts, true, func() (uint64, error) { return lists.ScanWork(ctx, g, p.opt.Threads) })
	if err != nil {
		return err
	}
	if need := orientBytes(p.facts); p.opt.Memory > 0 && !p.plan.Flat && need > p.opt.Memory {
		return &graph.MemoryError{What: "orienting the edges", Need: need, Limit: p.opt.Memory}
	}
	p.lap(&p.result.Seconds.Order)
	return nil
}

// describe takes over what is known of the clean graph.
func (p *preparation) describe(report graph.Report) error {
	r := p.result
	r.Vertices, r.Edges = uint64(p.facts.Vertices), p.facts.Edges
	r.Wedges, r.MaxDegree, r.Cleaning = p.facts.Wedges(), p.facts.MaxDegree(), report
	if p.opt.Strict {
		return report.Strict(r.Info)
	}
	return nil
}

// count carries the plan out.
func (p *preparation) count(ctx context.Context) error {
	r := p.result
	r.Order, r.Method = p.plan.Order, p.plan.Method
	var err error
	if p.plan.Flat {
		r.Triangles, r.MaxOutDegree, err = cpucount.Flat(ctx, p.graph, p.params())
	} else {
		var o *lists.Oriented
		if o, err = p.orient(ctx); err != nil {
			return err
		}
		r.MaxOutDegree = o.MaxOutDegree()
		p.lap(&r.Seconds.Orient)
		r.Triangles, err = cpucount.Count(ctx, o, r.Method, p.params())
	}
	if err != nil {
		return err
	}
	p.lap(&r.Seconds.Count)
	return nil
}

// orient ranks the vertices and builds the oriented lists.
func (p *preparation) orient(ctx context.Context) (*lists.Oriented, error) {
	if p.graph != nil {
		ranking, err := lists.Rank(ctx, p.graph, p.plan.Order, p.graphOptions())
		if err != nil {
			return nil, err
		}
		p.lap(&p.result.Seconds.Order)
		return lists.Orient(ctx, p.graph, ranking, p.graphOptions())
	}
	ranking, err := p.cleaned.Rank(ctx, p.plan.Order, p.graphOptions())
	if err != nil {
		return nil, err
	}
	p.lap(&p.result.Seconds.Order)
	return p.cleaned.Orient(ctx, ranking, p.graphOptions())
}

// lap adds the time since the last lap to a phase.
func (p *preparation) lap(phase *float64) {
	s := &p.result.Seconds
	total := time.Since(p.begin).Seconds()
	*phase += total - s.Total
	s.Total = total
}

func (p *preparation) graphOptions() graph.Options {
	return graph.Options{Threads: p.opt.Threads, Memory: p.opt.Memory, Meter: p.opt.Meter}
}

func (p *preparation) params() cpucount.Params {
	memory := p.opt.Memory
	if memory > 0 {
		memory = max(memory-listBytes(p.facts), 1)
	}
	return cpucount.Params{Threads: p.opt.Threads, Memory: memory, SliceBits: p.opt.SliceBits, Meter: p.opt.Meter}
}

// PlanIngest plans how a source will be read, from what it says of itself
// before it is read.
func PlanIngest(info graph.Info, opt Options) IngestPlan {
	plan := IngestPlan{
		Threads: par.Workers(opt.Threads), Parts: 1,
		Records: info.Records, Limit: opt.Memory,
		Mapped: info.Format == "tcsr",
	}
	plan.Engine, plan.Reason = chooseEngine(info, opt)
	switch {
	case plan.Engine == EngineCUDA:
		plan.Limit = opt.devices().Limit()
		if info.Records.Known() {
			plan.Bytes = graph.Known(gpugraph.Bytes(uint64(info.Records.Get()), int(info.Vertices.Get())))
		}
	case plan.Mapped && opt.Parts == (Parts{}):
		plan.Bytes = graph.Known(0) // the file's pages can be dropped; lists are planned from the degrees
	default:
		plan.planParts(info, opt)
	}
	return plan
}

// Plan reads and cleans src and returns both plans, without ranking or
// counting anything. Where no GPU can be used that the first plan would have,
// they are those of the CPU.
func Plan(ctx context.Context, src graph.Source, opt Options) (IngestPlan, CountPlan, error) {
	if err := opt.check(); err != nil {
		return IngestPlan{}, CountPlan{}, err
	}
	p := newPreparation(src.Info(), opt)
	engine, reason, src, err := p.settle(ctx, src)
	if err != nil {
		return IngestPlan{}, CountPlan{}, err
	}
	if engine == EngineCUDA {
		err := p.planOnDevice(ctx, src)
		if !p.fallsBack(ctx, err) {
			ingest, count := p.plannedForDevice()
			return ingest, count, err
		}
		p.fallBack(err)
		reason = err.Error()
	}
	opt.Engine = EngineCPU
	ingest := PlanIngest(p.result.Info, opt)
	if p.limit > 0 {
		src = census.Watch(src)
	}
	if !p.comesByParts() {
		err = p.prepare(ctx, src)
	}
	if p.comesByParts() || p.mayBeCut(err, src) {
		ingest, count := p.plannedParts()
		ingest.Reason = reason
		return ingest, count, nil
	}
	ingest.Reason = reason
	if err != nil {
		return ingest, CountPlan{}, p.refused(ctx, src, err)
	}
	return ingest, p.planned(), nil
}

// PlanGraph plans the count of a graph in memory on the CPU.
func PlanGraph(ctx context.Context, g *graph.Graph, opt Options) (CountPlan, error) {
	opt.Engine = EngineCPU
	if err := opt.check(); err != nil {
		return CountPlan{}, err
	}
	p := newPreparation(memory{g}.Info(), opt)
	if err := p.prepare(ctx, memory{g}); err != nil {
		return CountPlan{}, err
	}
	return p.planned(), nil
}

// planned returns the plan with the bytes that it takes.
func (p *preparation) planned() CountPlan {
	plan, rows, edges := p.plan, p.facts.Vertices, p.facts.Edges
	plan.Bytes = listBytes(p.facts)
	if plan.Flat {
		return plan
	}
	plan.Bytes += plan.Method.Bytes(rows, edges, min(p.facts.MaxDegree(), uint32(rows)), p.params())
	if plan.Method == Auto {
		plan.Bytes += cpucount.HubBytes(rows, edges, p.params())
	}
	return plan
}

// plannedForDevice returns both plans, with the bytes of the lists.
func (p *preparation) plannedForDevice() (IngestPlan, CountPlan) {
	ingest, plan, r := PlanIngest(p.result.Info, p.opt), p.plan, p.result
	if r.Parts != nil {
		return p.plannedPartsForDevice(ingest)
	}
	plan.Bytes = int64(4*r.Edges) + int64(8*(r.Vertices-r.Cleaning.Isolated+1))
	return ingest, plan
}

// listBytes is what the oriented lists hold, which have rows for vertices with an
// edge alone, and the degrees of all.
func listBytes(f lists.Facts) int64 {
	return int64(4*f.Edges) + int64(12*f.Connected()) + int64(4*f.Vertices)
}

// orientBytes is what orienting a graph in memory holds beside it.
func orientBytes(f lists.Facts) int64 { return int64(16*f.Edges) + int64(24*f.Vertices) }
