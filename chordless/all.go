package chordless

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/mapping"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// All returns the chordless cycles of g that opt asks for, each once, as an
// iterator for one range loop.
//
// A cycle is its vertices in order. It begins with the smallest and goes on to
// the smaller of that one's two neighbours on the cycle. The slice is used
// again: it is valid until the next cycle is taken. In which order the cycles
// come depends on the graph, the method and the reductions, but not on the
// number of threads; that of Levels on the memory, too, and with device.CUDA it may
// differ from run to run. device.Auto lists on the CPU, but for Levels.
//
// What goes wrong comes last, with a nil cycle: the cause of ctx when it ends,
// *graph.MemoryError before any cycle, [ErrLimit] behind opt.Limit cycles where
// there are more. Memory is bounded whatever the number of cycles: the search
// waits for whoever takes them. Leaving the loop ends the search.
func All(ctx context.Context, g *graph.Graph, opt Options) iter.Seq2[[]uint32, error] {
	return func(yield func([]uint32, error) bool) {
		err := mapping.Guard(func() error {
			return list(ctx, g, opt, func(cycle []uint32) error {
				if !yield(cycle, nil) {
					return errStopped
				}
				return nil
			}, nil)
		})
		if err != nil && !errors.Is(err, errStopped) {
			yield(nil, err)
		}
	}
}

// errStopped ends a search that nobody listens to any more.
var errStopped = errors.New("stopped")

// list calls visit for every cycle asked for, in canonical form. Where many are
// found at once, as sets of vertices of the graph, and visitSets is there, it
// is called with them instead.
func list(ctx context.Context, g *graph.Graph, opt Options, visit func(cycle []uint32) error, visitSets func(sets []uint64) error) (err error) {
	q, err := opt.check(g)
	if err != nil {
		return err
	}
	if opt.Method == Frontier {
		return fmt.Errorf("method %q counts cycles and cannot list them", Frontier)
	}
	found := uint64(0)
	take := func(cycle []uint32) error {
		if found == q.limit {
			return ErrLimit
		}
		found++
		return visit(cycle)
	}
	var cycle []uint32
	check := func(found []uint32) error {
		if !q.accepts(len(found), found) {
			return nil
		}
		cycle = appendCanonical(cycle[:0], found)
		return take(cycle)
	}
	if q.shortest <= 3 {
		if err := opt.triangles(ctx, g, q, check); err != nil {
			return err
		}
	}
	if opt.noHoles(q) {
		return nil
	}
	p, err := opt.parts(ctx, g, q)
	if err != nil {
		return err
	}
	workers := par.Workers(opt.Threads)
	left, err := opt.fits(p, q.longest, workers)
	for err != nil && workers > 1 {
		workers /= 2
		left, err = opt.fits(p, q.longest, workers)
	}
	if err != nil {
		return err
	}
	for _, ring := range p.rings {
		if err := check(ring); err != nil {
			return err
		}
	}
	opt, trace := opt.traced()
	defer trace()
	if opt.Method == Dias || opt.Method == DiasCertified {
		var expanded []uint32
		for _, a := range p.atoms {
			steps, err := dias(ctx, a, opt.Method == DiasCertified, q.longest, func(hole []uint32) error {
				expanded = a.expand(expanded[:0], hole)
				return check(expanded)
			})
			opt.traceSteps(steps, err)
			if err != nil {
				return err
			}
		}
		return nil
	}
	opt, closeGPU := opt.withGPU()
	defer func() { err = cmp.Or(err, closeGPU()) }()
	for _, a := range p.atoms {
		s, err := newSearch(ctx, a, q)
		if err != nil {
			return err
		}
		if s != nil {
			var takeSets func(sets []uint64) error
			if s.asItIs(g.Vertices()) {
				takeSets = visitSets
			}
			err := opt.listAtom(ctx, s, workers, left, take, takeSets)
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// noHoles reports whether only triangles are asked for, and no device that would have to be
// there.
func (opt Options) noHoles(q query) bool {
	return q.longest < 4 && !opt.onDevice()
}

// parts returns what is to be searched for a query: the graph as it is, or reduced.
func (opt Options) parts(ctx context.Context, g *graph.Graph, q query) (*parts, error) {
	if opt.Unreduced {
		p := &parts{}
		if g.Vertices() >= 4 {
			p.atoms = []*atom{whole(g)}
		}
		p.describe()
		return p, nil
	}
	opt.Meter.Start("reduce", 0)
	return reduce(ctx, g, q, opt.Memory)
}

// fits checks that so many workers can list the cycles of the largest atom, and
// returns the memory that is left then, 0 for no limit.
func (opt Options) fits(p *parts, longest, workers int) (left int64, err error) {
	if opt.Memory == 0 || len(p.atoms) == 0 {
		return 0, nil
	}
	held := int64(0)
	for _, a := range p.atoms {
		held += a.bytes() + searchBytes(a)
	}
	need := held + streamBytes(workers) + int64(workers+1)*walkBytes(p.atoms[0], longest)
	if opt.onDevice() || opt.Method == Levels {
		need += sortingBytes(workers)
	}
	if need > opt.Memory {
		return 0, &graph.MemoryError{What: "listing chordless cycles", Need: need, Limit: opt.Memory}
	}
	return max(opt.Memory-need, 1), nil
}

// appendCanonical appends a cycle turned so that it begins with its smallest
// vertex and goes on to the smaller of that one's neighbours.
func appendCanonical(list, cycle []uint32) []uint32 {
	// The place of the minimum on the way would cost a branch for each vertex.
	smallest := cycle[0]
	for _, v := range cycle {
		smallest = min(smallest, v)
	}
	n, least := len(cycle), slices.Index(cycle, smallest)
	if cycle[(least+1)%n] < cycle[(least+n-1)%n] {
		return append(append(list, cycle[least:]...), cycle[:least]...)
	}
	for i := least; i >= 0; i-- {
		list = append(list, cycle[i])
	}
	for i := n - 1; i > least; i-- {
		list = append(list, cycle[i])
	}
	return list
}
