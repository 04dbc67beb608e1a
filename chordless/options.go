package chordless

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
)

// ErrLimit says that there are more cycles than [Options.Limit].
var ErrLimit = errors.New("there are more cycles than the limit")

// Options are the wishes of a search. The zero value takes all cycles of four
// vertices and more, in the best way there is, on every core, without a memory
// limit.
//
// Calls with one GPU leave it kernels and up to an eighth of its memory, for the
// next; closing it frees them.
type Options struct {
	Engine    device.Engine // "" for device.Auto
	Devices   *device.Group // the first is that of device.CUDA and device.Auto, and left open; nil for the first one, opened for this call alone
	OpenCL    string        // device of the engine "opencl": its number among those that tricycle devices lists; "" for the first GPU
	Method    Method        // "" for Auto
	Unreduced bool          // search the graph as it is, without the reductions

	MinLength int      // least length of a cycle, in vertices, at least 3; 0 for 4
	MaxLength int      // greatest length of a cycle; 0 for any
	Through   []uint32 // vertices that must all be on the cycle
	Limit     uint64   // cycles after which to stop with ErrLimit; 0 for none

	ByLength  bool // Count: also the histogram by length, which may cost more
	PerVertex bool // Count: also the cycles through each vertex, which may cost more
	// Trace, where there is one, is told at the end what each step of the method
	// Levels left: the number of chordless paths, |T|, and of all cycles found until
	// then, |C|, triangles among them. The first step makes the paths of three
	// vertices, each further one those with a vertex more. Dias, which takes one path
	// after the other, is told in the same way, and the numbers are the same; but the
	// engine "opencl" labels vertices its own way, and has other paths. Steps are
	// summed over the atoms; other methods have none.
	Trace func(step int, paths, cycles uint64)

	steps  *[]levelStep // of the search under way, for Trace
	steady bool         // Auto chooses as for one thread, whatever Threads is

	Threads int          // goroutines; 0 for one a core
	Memory  int64        // bytes that may be held beside the graph; 0 for no limit, but Auto keeps to 16 GiB
	Meter   *graph.Meter // progress; may be nil
	// Warn, where there is one, is told before a count what will make it take long
	// and could be changed.
	Warn func(text string)
}

// query is what is asked for, checked and with its defaults in place.
type query struct {
	shortest, longest int // lengths of cycles, in vertices
	through           []uint32
	limit             uint64 // math.MaxUint64 for none
}

// check refuses wishes that cannot be met, and fills in the defaults.
func (opt Options) check(g *graph.Graph) (query, error) {
	q := query{shortest: 4, longest: math.MaxInt, limit: math.MaxUint64}
	engine := cmp.Or(opt.Engine, device.Auto)
	methods := Methods(engine)
	switch {
	case methods == nil:
		return q, fmt.Errorf("unknown engine %q", opt.Engine)
	case !slices.Contains(methods, cmp.Or(opt.Method, Auto)):
		return q, fmt.Errorf("engine %s has no method %q; it has %v", engine, opt.Method, methods)
	}
	if opt.MinLength != 0 {
		q.shortest = opt.MinLength
	}
	if opt.MaxLength != 0 {
		q.longest = opt.MaxLength
	}
	if q.shortest < 3 {
		return q, fmt.Errorf("a least length of %d: cycles have three vertices and more", q.shortest)
	}
	if q.longest < q.shortest {
		return q, fmt.Errorf("a greatest length of %d is less than the least, %d", q.longest, q.shortest)
	}
	if g.Edges() >= 1<<31 {
		return q, fmt.Errorf("a graph of %d edges: chordless cycles are searched in graphs of fewer than 2^31", g.Edges())
	}
	for _, v := range opt.Through {
		if uint64(v) >= uint64(g.Vertices()) {
			return q, fmt.Errorf("no vertex %d to go through: the graph has %d", v, g.Vertices())
		}
	}
	q.through = slices.Compact(slices.Sorted(slices.Values(opt.Through)))
	if opt.Limit != 0 {
		q.limit = opt.Limit
	}
	return q, nil
}

// accepts says whether a cycle has the length asked for and goes through the
// vertices asked for.
func (q query) accepts(length int, cycle []uint32) bool {
	if length < q.shortest || length > q.longest {
		return false
	}
	return q.goesThrough(cycle)
}

// goesThrough says whether a cycle has all the vertices asked for.
func (q query) goesThrough(cycle []uint32) bool {
	for _, v := range q.through {
		if !slices.Contains(cycle, v) {
			return false
		}
	}
	return true
}

// cut drops the counts of lengths that were not asked for.
func (q query) cut(byLength []uint64) {
	for length := range byLength {
		if length < q.shortest || length > q.longest {
			byLength[length] = 0
		}
	}
}
