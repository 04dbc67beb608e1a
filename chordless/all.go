package chordless

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"

	"github.com/tricycle-graph/tricycle/graph"
)

// All returns the chordless cycles of g that opt asks for, each once, as an
// iterator for one range loop.
//
// A cycle is its vertices in order. It begins with the smallest and goes on to
// the smaller of that one's two neighbours on the cycle. The slice is used
// again: it is valid until the next cycle is taken. In which order the cycles
// come depends on the graph, the method and the reductions, but not on the
// number of threads.
//
// What goes wrong comes last, with a nil cycle: the cause of ctx when it ends,
// *graph.MemoryError before any cycle, [ErrLimit] behind opt.Limit cycles where
// there are more. Memory is bounded whatever the number of cycles: the search
// waits for whoever takes them. Leaving the loop ends the search.
func All(ctx context.Context, g *graph.Graph, opt Options) iter.Seq2[[]uint32, error] {
	return func(yield func([]uint32, error) bool) {
		err := list(ctx, g, opt, func(cycle []uint32) error {
			if !yield(cycle, nil) {
				return errStopped
			}
			return nil
		})
		if err != nil && !errors.Is(err, errStopped) {
			yield(nil, err)
		}
	}
}

// errStopped ends a search that nobody listens to any more.
var errStopped = errors.New("stopped")

// list calls visit for every cycle asked for, in canonical form.
func list(ctx context.Context, g *graph.Graph, opt Options, visit func(cycle []uint32) error) error {
	q, err := opt.check(g)
	if err != nil {
		return err
	}
	if opt.Method == Frontier {
		return fmt.Errorf("method %q counts cycles and cannot list them", Frontier)
	}
	found := uint64(0)
	take := func(cycle []uint32) error {
		if !q.accepts(cycle) {
			return nil
		}
		if found == q.limit {
			return ErrLimit
		}
		found++
		canonical(cycle)
		return visit(cycle)
	}
	if q.shortest <= 3 {
		if err := triangles(ctx, g, take); err != nil {
			return err
		}
	}
	var cycle []uint32
	a := whole(g)
	return dias(ctx, a, opt.Method == DiasCertified, func(hole []uint32) error {
		cycle = a.expand(cycle[:0], hole)
		return take(cycle)
	})
}

// accepts says whether a cycle has the length asked for and goes through the
// vertices asked for.
func (q query) accepts(cycle []uint32) bool {
	if len(cycle) < q.shortest || len(cycle) > q.longest {
		return false
	}
	for _, v := range q.through {
		if !slices.Contains(cycle, v) {
			return false
		}
	}
	return true
}

// canonical turns a cycle so that it begins with its smallest vertex and goes
// on to the smaller of that one's neighbours.
func canonical(cycle []uint32) {
	least := 0
	for i, v := range cycle {
		if v < cycle[least] {
			least = i
		}
	}
	// Rotation by three reversals; the reversal of the direction saves one.
	n := len(cycle)
	forward := cycle[(least+1)%n] < cycle[(least+n-1)%n]
	slices.Reverse(cycle[:least])
	slices.Reverse(cycle[least:])
	slices.Reverse(cycle)
	if !forward {
		slices.Reverse(cycle[1:])
	}
}
