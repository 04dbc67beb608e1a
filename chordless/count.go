package chordless

import (
	"cmp"
	"context"
	"errors"
	"math"
	"math/big"
	"sync"
	"time"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/mapping"
	"github.com/tricycle-graph/tricycle/internal/par"
	"github.com/tricycle-graph/tricycle/triangle"
)

// Count counts the chordless cycles of g that opt asks for.
//
// When ctx ends, Count returns its cause, and beside it what had been counted
// until then, with Partial set. When there are more than opt.Limit cycles, it
// returns [ErrLimit], and beside it a result in which Chordless is the limit, less
// the triangles where they are asked for.
// Wishes that make no sense are errors, and so is, as a *graph.MemoryError
// before any work, what would not fit opt.Memory.
func Count(ctx context.Context, g *graph.Graph, opt Options) (*Result, error) {
	q, err := opt.check(g)
	if err != nil {
		return nil, err
	}
	counts := int64(0) // bytes of those that are there from the beginning
	if opt.PerVertex && opt.Memory > 0 {
		counts = vertexCountBytes * int64(g.Vertices())
		if counts >= opt.Memory {
			return nil, &graph.MemoryError{What: "a count for each vertex", Need: 2 * counts, Limit: opt.Memory}
		}
		opt.Memory -= counts
	}
	opt, closeGPU := opt.withGPU()
	opt, trace := opt.traced()
	defer trace()
	c := newCounter(g, opt, q)
	err = mapping.Guard(func() error { return c.run(ctx) })
	err = cmp.Or(err, closeGPU())
	var memory *graph.MemoryError
	if errors.As(err, &memory) {
		memory.Need, memory.Limit = memory.Need+counts, memory.Limit+counts
		return nil, err
	}
	r := c.result
	r.Partial = err != nil
	if errors.Is(err, ErrLimit) {
		left := q.limit
		if q.shortest <= 3 {
			left -= min(left, r.Triangles) // which are counted before, and all of them
		}
		r.Chordless.SetUint64(left)
		r.ByLength, r.PerVertex = nil, nil
	}
	c.lap(&r.CountTime)
	return r, err
}

// vertexCountBytes is what the count of a vertex takes: a pointer, a big.Int and
// its words.
const vertexCountBytes = 96

// counter is a count on its way.
type counter struct {
	graph   *graph.Graph
	opt     Options
	query   query
	workers int
	limiter *limiter
	begin   time.Time  // of the phase
	lock    sync.Mutex // of result, for atoms that are counted side by side
	result  *Result
}

func newCounter(g *graph.Graph, opt Options, q query) *counter {
	r := &Result{
		Vertices: uint64(g.Vertices()), Edges: g.Edges(),
		Chordless: new(big.Int), Engine: device.CPU, Method: opt.Method, Plan: &Plan{},
	}
	if opt.ByLength {
		r.ByLength = []*big.Int{}
	}
	if opt.PerVertex {
		r.PerVertex = make([]*big.Int, g.Vertices())
		for v := range r.PerVertex {
			r.PerVertex[v] = new(big.Int)
		}
	}
	return &counter{
		graph: g, opt: opt, query: q, workers: par.Workers(opt.Threads),
		limiter: &limiter{query: q}, begin: time.Now(), result: r,
	}
}

func (c *counter) run(ctx context.Context) error {
	if err := c.countTriangles(ctx); err != nil {
		return err
	}
	c.lap(&c.result.CountTime)
	p, err := c.opt.parts(ctx, c.graph, c.query)
	if err != nil {
		return err
	}
	plan, jobs, err := c.opt.plan(ctx, p, c.query)
	if err != nil {
		return err
	}
	c.result.Plan, c.result.Method = plan, methodOf(jobs, c.opt.Method)
	c.lap(&c.result.ReduceTime)
	for _, ring := range p.rings {
		if !c.query.accepts(len(ring), ring) {
			continue
		}
		c.addHoles(len(ring), big.NewInt(1))
		if c.opt.PerVertex {
			c.addThrough(ring, big.NewInt(1))
		}
		if err := c.limiter.add(1); err != nil {
			return err
		}
	}
	if c.opt.noHoles(c.query) {
		return nil
	}
	return c.countAtoms(ctx, jobs)
}

// countAtoms counts the holes of all atoms: large ones one after the other,
// each on all cores, and small ones side by side.
func (c *counter) countAtoms(ctx context.Context, jobs []job) error {
	var small []job
	for _, j := range jobs {
		if j.plan.Method == DFS && j.plan.Nodes <= smallNodes && j.plan.Engine == device.CPU {
			small = append(small, j)
			continue
		}
		expected := min(j.plan.Nodes, math.MaxInt64/2)
		if j.search.walks(c.opt.PerVertex) {
			expected = 0 // they count tasks
		}
		c.opt.Meter.Start("count", int64(expected))
		if err := c.countAtom(ctx, j, j.workers, c.opt.Meter); err != nil {
			return err
		}
	}
	c.opt.Meter.Start("count", int64(len(small)))
	workers := c.workers
	for _, j := range small {
		workers = min(workers, j.workers)
	}
	return par.Each(ctx, workers, len(small), func(_, item int) error {
		defer c.opt.Meter.Add(1)
		return c.countAtom(ctx, small[item], 1, nil)
	})
}

// countAtom counts the holes of an atom.
func (c *counter) countAtom(ctx context.Context, j job, workers int, meter *graph.Meter) error {
	var (
		s     = j.search
		found counts
		err   error
	)
	switch {
	case j.plan.Engine != device.CPU:
		return c.countOnDevice(ctx, j, workers, meter)
	case j.plan.Method == Frontier:
		return c.countByFrontier(ctx, j, workers, meter)
	case j.plan.Method == Levels:
		found, err := c.countSets(ctx, j)
		c.addFound(j, found)
		return err
	case j.plan.Method == Dias, j.plan.Method == DiasCertified:
		var steps levelSteps
		found, steps, err = s.countDias(ctx, j.plan.Method == DiasCertified, c.opt.PerVertex, c.limiter)
		c.opt.traceSteps(steps, err)
	default:
		found, err = s.countDFS(ctx, c.opt.PerVertex, workers, c.limiter, meter)
	}
	c.lock.Lock()
	defer c.lock.Unlock()
	for length, count := range found.byLength {
		if count > 0 {
			c.addHoles(length, new(big.Int).SetUint64(count))
		}
	}
	for v, count := range found.through {
		c.addThrough(s.atom.chainOf(uint32(v)), new(big.Int).SetUint64(count))
	}
	return err
}

// countByFrontier counts the holes of an atom by Frontier.
func (c *counter) countByFrontier(ctx context.Context, j job, workers int, meter *graph.Meter) error {
	found, err := j.search.countFrontier(ctx, c.opt, j, workers, meter)
	if err != nil {
		return err
	}
	holes := new(big.Int)
	for length, count := range found.byLength {
		c.addHoles(length, count)
		holes.Add(holes, count)
	}
	for v, count := range found.through {
		c.addThrough(j.search.atom.chainOf(uint32(v)), count)
	}
	if !holes.IsUint64() {
		return c.limiter.add(math.MaxUint64)
	}
	return c.limiter.add(holes.Uint64())
}

func (c *counter) addHoles(length int, count *big.Int) {
	c.result.Chordless.Add(c.result.Chordless, count)
	c.addLength(length, count)
}

func (c *counter) addLength(length int, count *big.Int) {
	if !c.opt.ByLength {
		return
	}
	for len(c.result.ByLength) <= length {
		c.result.ByLength = append(c.result.ByLength, new(big.Int))
	}
	c.result.ByLength[length].Add(c.result.ByLength[length], count)
}

// addThrough adds to the counts of some vertices.
func (c *counter) addThrough(vertices []uint32, count *big.Int) {
	for _, v := range vertices {
		c.result.PerVertex[v].Add(c.result.PerVertex[v], count)
	}
}

// countTriangles counts the triangles, which are among the cycles asked for
// only where their length is.
func (c *counter) countTriangles(ctx context.Context) error {
	asked := c.query.shortest <= 3
	if len(c.query.through) == 0 && (!asked || !c.opt.PerVertex) {
		r, err := triangle.Count(ctx, c.graph.Source(), triangle.Options{
			Threads: c.opt.Threads, Memory: c.opt.Memory, Meter: c.opt.Meter,
		})
		if err != nil {
			return err
		}
		c.result.Triangles = r.Triangles
	} else {
		err := c.opt.triangles(ctx, c.graph, c.query, func(cycle []uint32) error {
			c.result.Triangles++
			if asked && c.opt.PerVertex {
				c.addThrough(cycle, big.NewInt(1))
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	if !asked {
		return nil
	}
	c.addLength(3, new(big.Int).SetUint64(c.result.Triangles))
	return c.limiter.add(c.result.Triangles)
}

// methodOf returns the method of all atoms, or Auto where they differ.
func methodOf(jobs []job, wish Method) Method {
	if len(jobs) == 0 {
		if wish == "" {
			return Auto
		}
		return wish
	}
	for _, j := range jobs {
		if j.plan.Method != jobs[0].plan.Method {
			return Auto
		}
	}
	return jobs[0].plan.Method
}

// lap adds the time since the last lap to a phase.
func (c *counter) lap(phase *time.Duration) {
	now := time.Now()
	*phase += now.Sub(c.begin)
	c.begin = now
}
