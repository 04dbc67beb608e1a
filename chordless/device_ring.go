package chordless

import (
	"context"
	"sync"

	"github.com/tricycle-graph/tricycle/internal/gpu"
	"github.com/tricycle-graph/tricycle/internal/gpu/gpurun"
)

const (
	ringBuffers = 4
	ringBytes   = 16 << 20 // a buffer
	// listedBytes is how much a launch lists before nobody goes on, about. There
	// are two such arrays: one is filled while the other is copied.
	listedBytes = 64 << 20
)

// deviceRing brings what launches list to the host, through a few buffers: the
// lanes of a copier. All calls of the device are made by one goroutine; another
// takes what was copied, and until it has, the next copies wait.
type deviceRing struct {
	*gpurun.Run
	copier *gpurun.Copier
	words  int // of a buffer
	free   chan int
	filled chan filledBuffer
}

// filledBuffer is what a buffer holds.
type filledBuffer struct {
	buffer int
	words  []uint64
}

// newDeviceRing allocates buffers for rows of so many words, as many whole ones
// as fit, and not more than most.
func newDeviceRing(r *gpurun.Run, row, most int) *deviceRing {
	words := max(min(ringBytes/8/row, most), 1) * row
	return &deviceRing{Run: r, copier: gpurun.NewCopier(r, ringBuffers, 1, words), words: words}
}

// bring copies an array to the host, after all that was waited for.
func (g *deviceRing) bring(ctx context.Context, from gpu.Array[uint64]) error {
	for begin := 0; begin < from.Len() && g.Err == nil; begin += g.words {
		i, _, err := receive(ctx, g.free)
		if err != nil {
			return err
		}
		part := filledBuffer{buffer: i}
		part.words, g.Err = gpurun.Fetch(g.copier.Lane(i), from.Slice(begin, min(begin+g.words, from.Len())))
		if g.Err != nil {
			return g.Err
		}
		if err := send(ctx, g.filled, part); err != nil {
			return err
		}
	}
	return g.Err
}

// run calls visit with everything that produce brings, in parts, in order. It
// returns the first error of the two.
func (g *deviceRing) run(ctx context.Context, produce func(ctx context.Context) error, visit func(words []uint64) error) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	g.free, g.filled = make(chan int, ringBuffers), make(chan filledBuffer, ringBuffers)
	for i := range ringBuffers {
		g.free <- i
	}
	var group sync.WaitGroup
	var failed error
	group.Go(func() {
		defer close(g.filled)
		failed = produce(ctx)
	})
	var refused error
	for part := range g.filled {
		if refused == nil {
			if refused = visit(part.words); refused != nil {
				stop(refused)
			}
		}
		g.free <- part.buffer
	}
	group.Wait()
	if refused != nil {
		return refused
	}
	return failed
}
