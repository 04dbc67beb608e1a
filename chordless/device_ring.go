package chordless

import (
	"context"
	"sync"
)

const (
	ringBuffers = 4
	ringBytes   = 16 << 20 // a buffer
	// listedBytes is how much a launch lists before nobody goes on, about. There
	// are two such arrays: one is filled while the other is copied.
	listedBytes = 64 << 20
)

// holeRing brings what launches list to the host, through a few buffers. All calls
// of the device are made by one goroutine; another takes what was copied, and until
// it has, the next copies wait.
type holeRing struct {
	words  int // of a buffer
	free   chan int
	filled chan filledBuffer
}

// filledBuffer is what a buffer holds.
type filledBuffer struct {
	buffer int
	words  []uint64
}

// ringWords is the size of a buffer: rows of so many words, as many whole ones as
// fit, and not more than most.
func ringWords(row, most int) int { return max(min(ringBytes/8/row, most), 1) * row }

func newHoleRing(row, most int) *holeRing { return &holeRing{words: ringWords(row, most)} }

// bring copies so many words to the host, after all that was waited for. fetch
// brings some of them by one of the buffers.
func (g *holeRing) bring(ctx context.Context, words int, fetch func(buffer, begin, end int) ([]uint64, error)) error {
	for begin := 0; begin < words; begin += g.words {
		i, _, err := receive(ctx, g.free)
		if err != nil {
			return err
		}
		part := filledBuffer{buffer: i}
		if part.words, err = fetch(i, begin, min(begin+g.words, words)); err != nil {
			return err
		}
		if err := send(ctx, g.filled, part); err != nil {
			return err
		}
	}
	return nil
}

// run calls visit with everything that produce brings, in parts, in order. It
// returns the first error of the two.
func (g *holeRing) run(ctx context.Context, produce func(ctx context.Context) error, visit func(words []uint64) error) error {
	var group sync.WaitGroup
	defer group.Wait() // after a panic of visit, too: nobody uses the device any more
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	g.free, g.filled = make(chan int, ringBuffers), make(chan filledBuffer, ringBuffers)
	for i := range ringBuffers {
		g.free <- i
	}
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
	if refused != nil {
		return refused
	}
	return failed
}
