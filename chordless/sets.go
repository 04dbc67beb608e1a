package chordless

import (
	"context"
	"errors"
	"iter"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/mapping"
)

// VertexSets are some sets of vertices of a graph, one behind the other, each in
// Width words: vertex v is in set i where bit v%64 of Words[i*Width+v/64] is 1.
type VertexSets struct {
	Words []uint64
	Width int
}

// Len returns the number of sets.
func (s VertexSets) Len() int { return len(s.Words) / max(s.Width, 1) }

// Sets streams the cycles of [All] as sets of vertices, many at a time, valid
// until the next step: a chordless cycle is the one that its vertices induce.
// Errors come as from All.
//
// With EngineCUDA the GPU finds cycles as sets. Where a graph is one atom and all
// its cycles are asked for, they are handed on as they come, which is many times
// faster than to put their vertices in order.
func Sets(ctx context.Context, g *graph.Graph, opt Options) iter.Seq2[VertexSets, error] {
	return func(yield func(VertexSets, error) bool) {
		c := &setCollector{width: setWords(g.Vertices()), yield: yield}
		err := mapping.Guard(func() error { return list(ctx, g, opt, c.add, c.handOn) })
		if flushed := c.flush(); err == nil {
			err = flushed
		}
		if err != nil && !errors.Is(err, errStopped) {
			yield(VertexSets{}, err)
		}
	}
}

// setWordsAhead is how many words a setCollector collects, about.
const setWordsAhead = 1 << 13

// setCollector makes sets of cycles.
type setCollector struct {
	width   int
	yield   func(VertexSets, error) bool
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
	if c.stopped || len(sets) > 0 && !c.yield(VertexSets{sets, c.width}, nil) {
		c.stopped = true
		return errStopped
	}
	return nil
}
