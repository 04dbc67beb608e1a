package graphio

import (
	"context"

	"github.com/tricycle-graph/tricycle/graph"
)

// blockSteps is the work on a block whose lines depend on the lines before
// them: on their number, or on the section that they opened. Any step may be
// nil. Its errors are those of eachBlock's work.
type blockSteps struct {
	ahead func(worker int, b *block)       // in parallel
	turn  func(worker int, b *block) error // one block at a time, in their order
	after func(worker int, b *block) error // in parallel again
}

// eachBlockInTurn is eachBlock with work in steps.
func (in *input) eachBlockInTurn(ctx context.Context, workers, blockSize int, start place, steps blockSteps) error {
	turns := newTurns(ctx)
	defer turns.close()
	return in.eachBlock(ctx, workers, blockSize, start, func(worker int, b *block) error {
		if steps.ahead != nil {
			steps.ahead(worker, b)
		}
		came := false
		err := turns.take(b.index, func() error {
			came = true
			return steps.turn(worker, b)
		})
		if !came {
			// A block before this one ended it all, and has said why.
			return context.Cause(ctx)
		}
		if err == nil && steps.after != nil {
			err = steps.after(worker, b)
		}
		// Nobody should wait for the turn of a block that is never read.
		switch {
		case err != nil:
			turns.end(err)
		case b.rest != nil:
			turns.end(b.rest)
		}
		return err
	})
}

// emitter returns what emits the edges of one worker.
func emitter(worker int, emit func(int, graph.Batch) error) func(graph.Batch) error {
	return func(b graph.Batch) error { return emit(worker, b) }
}
