package lists

import (
	"cmp"
	"context"
	"math/bits"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/hugemem"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// Graph reads src and makes the symmetric graph over its vertices, in the order of
// their ids.
//
// Errors: those of [Open], and *graph.MemoryError where the graph, or what it takes to
// make it, does not fit opt.Memory.
func Graph(ctx context.Context, src graph.Source, opt graph.Options) (*graph.Graph, error) {
	s, err := Open(ctx, src, Options{Threads: opt.Threads, Memory: opt.Memory, InMemory: true, Meter: opt.Meter})
	if err != nil {
		return nil, err
	}
	g, err := s.Graph(ctx)
	return g, cmp.Or(err, s.Close())
}

// Graph makes the symmetric graph over the vertices, in the order of their ids. It
// ranks them itself, and uses s up. What does not fit is refused before it is there
// where nothing may be spilled.
func (s *Builder) Graph(ctx context.Context) (*graph.Graph, error) {
	s.opt.Vertices = true
	if err := s.Rank(ctx, graph.OrderID); err != nil {
		return nil, err
	}
	// There may be as many edges as records: that many are asked for, if fewer would
	// not do either.
	rows, vertices := uint64(s.Rows()), s.vertices()
	bytes := graphBytes{records: s.Records(), ids: uint64(s.ids), rows: rows, vertices: vertices, edges: s.Records(), declared: s.summary.Vertices.Known()}
	if err := s.fits(bytes.building()); err != nil {
		return nil, s.memoryError(bytes.most())
	}
	o, built, err := s.Whole(ctx)
	if err != nil {
		return nil, err
	}
	if err := s.chunks.close(); err != nil {
		return nil, err
	}
	bytes.edges = o.Edges()
	if err := s.fits(bytes.joining()); err != nil {
		return nil, err
	}
	c, err := symmetricOf(ctx, o, s.masses.low.Slice(), s.workers, s.opt.Meter)
	if err != nil {
		return nil, err
	}
	all := s.Vertices()
	if all.Count > o.Rows() {
		if err := c.spreadOut(ctx, &all, s.workers); err != nil {
			return nil, err
		}
	}
	g, err := graph.NewGraph(c.offsets, c.neighbors, all.Labels)
	if err != nil {
		return nil, err
	}
	return g.WithReport(built.Report), nil
}

// symmetricOf makes the symmetric lists of the graph with these oriented lists, and
// degrees.
func symmetricOf(ctx context.Context, o *Oriented, degree []uint32, workers int, meter *graph.Meter) (*symmetric, error) {
	l := o.rowLists()
	c := &symmetric{offsets: hugemem.Make[uint64](l.rows + 1), neighbors: hugemem.Make[uint32](int(2 * l.edges))}
	for v, d := range degree {
		c.offsets[v+1] = c.offsets[v] + uint64(d)
	}
	meter.Start("build", 3*int64(l.edges))
	idBits := uint(bits.Len64(uint64(max(l.rows-1, 0))))
	shift := bucketShift(l.rows, l.edges)
	if narrow := narrowShift(idBits, idBits, shift); narrow+idBits <= 32 {
		return c, transpose[uint32](ctx, c, l, narrow, idBits, workers, meter)
	}
	return c, transpose[uint64](ctx, c, l, shift, idBits, workers, meter)
}

// rowLists returns the rows of o, for what reads lists that are made of edges.
func (o *Oriented) rowLists() *rowLists {
	l := &rowLists{
		rows: o.Rows(), shift: bucketShift(o.Rows(), o.Edges()), edges: o.Edges(),
		length: hugemem.Make[uint32](o.Rows()), lists: o.neighbors,
	}
	for r := range l.length {
		l.length[r] = o.OutDegree(uint32(r))
	}
	l.start = make([]uint64, (l.rows+1<<l.shift-1)>>l.shift)
	for b := range l.start {
		l.start[b] = o.offsets[b<<l.shift]
	}
	return l
}

// spreadOut makes room for vertices without an edge, and numbers the others anew. Rows
// are in the order of the ids.
func (g *symmetric) spreadOut(ctx context.Context, all *Vertices, workers int) error {
	offsets := hugemem.Make[uint64](all.Count + 1)
	next := 0
	for r := range uint32(len(g.offsets) - 1) {
		v := int(all.Of(r))
		for ; next < v; next++ {
			offsets[next+1] = offsets[next]
		}
		offsets[v+1] = offsets[v] + g.offsets[r+1] - g.offsets[r]
		next = v + 1
	}
	for ; next < all.Count; next++ {
		offsets[next+1] = offsets[next]
	}
	g.offsets = offsets
	return par.Chunks(ctx, workers, len(g.neighbors), 1<<16, func(_, begin, end int) error {
		for i, r := range g.neighbors[begin:end] {
			g.neighbors[begin+i] = all.Of(r)
		}
		return nil
	})
}

// pick returns the labels of some ids.
func pick[ID uint32 | uint64](labels graph.Labels, ids []ID, workers int) graph.Labels {
	if labels.Names() != nil {
		names := make([]string, len(ids))
		for v, id := range ids {
			names[v] = labels.Names()[id]
		}
		return graph.NameLabels(names)
	}
	numbers := hugemem.Make[uint64](len(ids))
	each(workers, len(ids), 1<<14, func(begin, end int) {
		for v, id := range ids[begin:end] {
			numbers[begin+v] = labels.Number(uint32(id))
		}
	})
	return graph.NumberLabels(numbers)
}
