package chordless

import (
	"context"
	"errors"
	"iter"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/mapping"
)

// Sets streams the cycles of [All] as sets of vertices, of which a chordless cycle is
// the one that they induce. It yields many at a time, one behind the other, valid
// until the next step. A set is as many words as there are 64 vertices in the graph,
// or begun: vertex v is in it where bit v%64 of its word v/64 is 1. Errors come as
// from All.
//
// With device.CUDA the GPU finds cycles as sets. Where a graph is one atom and all
// its cycles are asked for, they are handed on as they come, which is many times
// faster than to put their vertices in order.
func Sets(ctx context.Context, g *graph.Graph, opt Options) iter.Seq2[[]uint64, error] {
	return func(yield func([]uint64, error) bool) {
		c := &setCollector{width: setWords(g.Vertices()), yield: yield}
		err := mapping.Guard(func() error { return list(ctx, g, opt, c.add, c.handOn) })
		if flushed := c.flush(); err == nil {
			err = flushed
		}
		if err != nil && !errors.Is(err, errStopped) {
			yield(nil, err)
		}
	}
}

// setWordsAhead is how many words a setCollector collects, about.
const setWordsAhead = 1 << 13

// setCollector makes sets of cycles.
type setCollector struct {
	width   int
	yield   func([]uint64, error) bool
	words   []uint64
	stopped bool
}

func (c *setCollector) add(cycle []uint32) error {
	begin := len(c.words)
	for range c.width {
		c.words = append(c.words, 0)
	}
	set := words(c.words[begin:])
	for _, v := range cycle {
		set.add(v)
	}
	if len(c.words) < setWordsAhead {
		return nil
	}
	return c.flush()
}

// flush hands on what was collected.
func (c *setCollector) flush() error {
	sets := c.words
	c.words = c.words[:0]
	return c.handOn(sets)
}

func (c *setCollector) handOn(sets []uint64) error {
	if c.stopped || len(sets) > 0 && !c.yield(sets, nil) {
		c.stopped = true
		return errStopped
	}
	return nil
}
