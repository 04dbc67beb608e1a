package ties

import (
	"context"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/hugemem"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// Triangles lists the triangles of a graph with the places of their edges.
//
// The vertices are ordered by falling degree, ties by smaller id. Each has, beside its
// neighbours, those before it in the order. A triangle at x is a neighbour y, and one
// before y that is a neighbour of x, too: x marks its neighbours, and the lists of
// these are looked up in the marks. To find the triangles of each vertex so takes as
// many looks as there are edges before each end of an edge, which is about as many as
// merging the lists takes to find each triangle once.
type Triangles struct {
	graph   *graph.Graph
	workers int
	meter   *graph.Meter
	offsets []uint64 // of the lists below, n+1
	before  []uint32 // the neighbours of each vertex that are before it
	index   []uint32 // of these in its list of all
	all     []uint32 // 0, 1, 2 ... for all of a list
}

// trianglesBytes is what listing holds beside a graph: the neighbours before each
// vertex, and of each worker a mark for each vertex. An answer of 24 bytes a vertex may
// come of it.
func trianglesBytes(vertices, edges uint64, workers int) int64 {
	return 8*int64(edges) + (8+24+4*int64(workers))*int64(vertices)
}

// Visit is told of a triangle x, y, z by the places in the adjacency: of y and z in the
// list of x, and of z in that of y. Workers call it at once.
type Visit func(worker int, x uint32, xy, xz, yz uint64)

// NewTriangles gets ready to list the triangles of g.
func NewTriangles(ctx context.Context, g *graph.Graph, opt graph.Options) (*Triangles, error) {
	t := &Triangles{
		graph: g, workers: par.Workers(opt.Threads), meter: opt.Meter,
		offsets: hugemem.Make[uint64](g.Vertices() + 1),
		before:  hugemem.Make[uint32](int(g.Edges())),
		index:   hugemem.Make[uint32](int(g.Edges())),
	}
	longest := uint32(0)
	for v := range uint32(g.Vertices()) {
		longest = max(longest, g.Degree(v))
	}
	for i := range longest {
		t.all = append(t.all, i)
	}
	err := t.each(ctx, "order", func(_ int, v uint32) error {
		for _, u := range g.Neighbors(v) {
			if t.isBefore(u, v) {
				t.offsets[v+1]++
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	for v := range g.Vertices() {
		t.offsets[v+1] += t.offsets[v]
	}
	return t, t.each(ctx, "orient", func(_ int, v uint32) error {
		at := t.offsets[v]
		for i, u := range g.Neighbors(v) {
			if t.isBefore(u, v) {
				t.before[at], t.index[at] = u, uint32(i)
				at++
			}
		}
		return nil
	})
}

func (t *Triangles) isBefore(u, v uint32) bool {
	du, dv := t.graph.Degree(u), t.graph.Degree(v)
	return du > dv || du == dv && u < v
}

// Once visits every triangle once, y being before x, and z before y. Those of one x
// come together, in an order that the graph alone decides.
func (t *Triangles) Once(ctx context.Context, visit Visit) error {
	return t.list(ctx, visit, func(int, uint32) {}, func(x uint32) (neighbors, index []uint32) {
		begin, end := t.offsets[x], t.offsets[x+1]
		return t.before[begin:end], t.index[begin:end]
	})
}

// AtEach visits every triangle three times, with each of its corners as x, and z
// before y. Those of one x come together, in an order that the graph alone decides, and
// then done is called with x, by the same worker.
func (t *Triangles) AtEach(ctx context.Context, visit Visit, done func(worker int, x uint32)) error {
	return t.list(ctx, visit, done, func(x uint32) (neighbors, index []uint32) {
		return t.graph.Neighbors(x), t.all[:t.graph.Degree(x)]
	})
}

// list lists the triangles of each x with two of some neighbours, of which there is
// the index in the list of x, too.
func (t *Triangles) list(ctx context.Context, visit Visit, done func(worker int, x uint32), of func(x uint32) (neighbors, index []uint32)) error {
	type marks struct {
		index []uint32 // of each neighbour of x in its list, and 1; 0 for all others
		heed  *par.Heed
	}
	workers := make([]marks, t.workers)
	offsets := t.graph.Offsets()
	return t.each(ctx, "count", func(worker int, x uint32) error {
		w := &workers[worker]
		if w.index == nil {
			w.index, w.heed = hugemem.Make[uint32](t.graph.Vertices()), par.NewHeed(ctx)
		}
		neighbors, index := of(x)
		for k, y := range neighbors {
			w.index[y] = index[k] + 1
		}
		for k, y := range neighbors {
			begin, end := t.offsets[y], t.offsets[y+1]
			for at, z := range t.before[begin:end] {
				if i := w.index[z]; i != 0 {
					visit(worker, x, offsets[x]+uint64(index[k]), offsets[x]+uint64(i-1), offsets[y]+uint64(t.index[begin+uint64(at)]))
				}
			}
			if err := w.heed.Did(int(end - begin)); err != nil {
				return err
			}
		}
		for _, y := range neighbors {
			w.index[y] = 0
		}
		done(worker, x)
		return nil
	})
}

// each calls body with every vertex.
func (t *Triangles) each(ctx context.Context, phase string, body func(worker int, v uint32) error) error {
	const chunk = 1 << 8
	offsets := t.graph.Offsets()
	t.meter.Start(phase, int64(len(t.graph.Adjacency())))
	return par.Chunks(ctx, t.workers, t.graph.Vertices(), chunk, func(worker, begin, end int) error {
		for v := begin; v < end; v++ {
			if err := body(worker, uint32(v)); err != nil {
				return err
			}
		}
		t.meter.Add(int64(offsets[end] - offsets[begin]))
		return nil
	})
}
