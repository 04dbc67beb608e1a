package graphio

import (
	"context"
	"errors"
	"sort"
	"sync"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/mapping"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// encoder turns records into bytes of a file: appended to buf, or in the
// memory of the records, which it may change.
type encoder func(buf []byte, edges []graph.Edge) []byte

// numbered are records in numbered blocks; see [orderedSource].
type numbered interface {
	Blocks() int
	AppendBlock(block int, edges []graph.Edge) []graph.Edge
}

// writeRecords writes all records in their order; total is their number,
// 0 where it is not known.
// Blocks are made and encoded in parallel and written one at a time: the kernel
// lets only one at a file anyway.
func (out *output) writeRecords(ctx context.Context, records numbered, total int64, encode encoder) error {
	out.meter.Start("write", total)
	type buffers struct {
		edges []graph.Edge
		text  []byte
	}
	own := make([]buffers, out.workers)
	turns := newTurns(ctx)
	defer turns.close()
	return turns.each(out.workers, records.Blocks(), func(worker, block int) error {
		b := &own[worker]
		b.edges = records.AppendBlock(block, b.edges[:0])
		b.text = encode(b.text[:0], b.edges)
		err := turns.take(block, func() error {
			_, err := out.Write(b.text)
			return err
		})
		out.meter.Add(int64(len(b.edges)))
		return err
	})
}

// turns lets goroutines act in the order of their numbers, from 0 without a
// gap. The first error, and the end of the context, end it for all.
type turns struct {
	ctx    context.Context
	mu     sync.Mutex
	change *sync.Cond
	next   int
	err    error
	unhook func() bool
}

func newTurns(ctx context.Context) *turns {
	t := &turns{ctx: ctx}
	t.change = sync.NewCond(&t.mu)
	t.unhook = context.AfterFunc(ctx, func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.change.Broadcast()
	})
	return t
}

func (t *turns) close() { t.unhook() }

// errGone is what is left of a goroutine that panicked.
var errGone = errors.New("a goroutine ended without a word")

// each is [par.Each] for items that have turns. One that ends without its turn
// lets the others know.
func (t *turns) each(workers, items int, body func(worker, item int) error) error {
	return par.Each(t.ctx, workers, items, func(worker, item int) error {
		err := errGone // unless it says more
		defer func() {
			if err != nil {
				t.end(err)
			}
		}()
		err = mapping.Guard(func() error { return body(worker, item) })
		return err
	})
}

// take waits for the turn of number and acts. When the context ends, nobody waits any more, and
// the one whose turn it is still acts.
func (t *turns) take(number int, act func() error) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	for t.next != number && t.err == nil && t.ctx.Err() == nil {
		t.change.Wait()
	}
	switch {
	case t.err != nil:
	case t.next != number:
		return context.Cause(t.ctx)
	default:
		t.err = act()
		t.next++
	}
	t.change.Broadcast()
	return t.err
}

// end lets nobody have a turn any more. err is what they get, unless there was
// an error before.
func (t *turns) end(err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.err == nil {
		t.err = err
	}
	t.change.Broadcast()
}

// graphRecords are the edges of a graph as records, each once, the smaller id
// first, in ascending order. An edge list that begins so cannot be mistaken for
// one that begins with its numbers of vertices and edges.
type graphRecords struct {
	g      *graph.Graph
	bounds []int // block b holds the rows in [bounds[b], bounds[b+1])
}

func newGraphRecords(g *graph.Graph) graphRecords {
	const perBlock = 1 << 17
	offsets := g.Offsets()
	parts := 1 + len(g.Adjacency())/(2*perBlock) + g.Vertices()/perBlock
	return graphRecords{g, par.Cut(g.Vertices(), parts, func(v int) uint64 { return offsets[v] + uint64(v) })}
}

func (r graphRecords) Blocks() int { return len(r.bounds) - 1 }

func (r graphRecords) AppendBlock(block int, edges []graph.Edge) []graph.Edge {
	for u := r.bounds[block]; u < r.bounds[block+1]; u++ {
		list := r.g.Neighbors(uint32(u))
		larger := sort.Search(len(list), func(i int) bool { return list[i] > uint32(u) })
		for _, v := range list[larger:] {
			edges = append(edges, graph.Edge{U: uint32(u), V: v})
		}
	}
	return edges
}
