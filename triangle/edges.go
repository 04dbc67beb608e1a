package triangle

import (
	"context"
	"iter"
	"slices"

	"github.com/tricycle-graph/tricycle/graph"
)

// PerEdge is the answer to [Edges]: that of a count, and beside it the support of each
// edge, the triangles that hold it. An edge stands once, from its smaller vertex to its
// larger one. Vertices are as in [PerVertex].
type PerEdge struct {
	Result
	Labels  graph.Labels // ids of the vertices; they may live in the source, until it is closed
	Degrees []uint32     // neighbours of each vertex
	// Trussness of each edge, in the order of All, where [Truss] was asked: the largest
	// k whose k-truss holds it. That is the largest subgraph in which every edge is in
	// k-2 triangles and more; an edge in no triangle has trussness 2.
	Trussness []uint32
	edges     supported
	memory    int64 // bytes that were allowed; 0 for no limit
}

// Edges counts the triangles that hold each edge of src. It plans, reads and cleans as
// [Count] does, by every method and on every order, whole or in parts, on the CPU; and by
// the methods auto and merge whole on one GPU, the first of opt.Devices, or in parts on all
// of these; and by those of the engine "opencl". What is known of each vertex stays in
// memory; where the graph is counted in parts the edges are in a temporary file in TmpDir,
// which [PerEdge.Close] removes.
//
// Errors: those of [Count], and errors.ErrUnsupported for device.CUDA with another method.
func Edges(ctx context.Context, src graph.Source, opt Options) (*PerEdge, error) {
	return opt.edges(ctx, src, perEdge)
}

// edges asks a question about each edge.
func (opt Options) edges(ctx context.Context, src graph.Source, q question) (*PerEdge, error) {
	r, err := opt.run(ctx, src, goal{asked: q})
	if err != nil {
		return nil, err
	}
	f := &r.found
	return &PerEdge{
		Result: *r.result, Labels: f.vertices.Labels, Degrees: f.degrees,
		Trussness: f.trussness, edges: f.edges, memory: opt.Memory,
	}, nil
}

// Truss finds the trussness of each edge of src, and the triangles that hold it, as
// [Edges] does. There may be as many as 2^32-1 edges, and half of that on a GPU.
//
// Errors: those of [Edges], and errors.ErrUnsupported for more edges, and for Parts: the
// graph is whole in memory.
func Truss(ctx context.Context, src graph.Source, opt Options) (*PerEdge, error) {
	return opt.edges(ctx, src, trussOfEdges)
}

// Err returns why edges could not be read to their end: those that do not fit the memory
// are in a temporary file, whose disk may fail. Then All, Skip and From ended early, and
// Support found nothing.
func (p *PerEdge) Err() error {
	if p.edges.pages == nil {
		return nil
	}
	return p.edges.pages.err()
}

// Close removes what is in a temporary file, where there is one. Nothing can be asked of
// the edges after that, which Err then says.
func (p *PerEdge) Close() error { return p.edges.close() }

// All yields every edge with its support, ascending by its smaller vertex and then by
// its larger one.
func (p *PerEdge) All() iter.Seq2[graph.Edge, uint32] { return p.Skip(0) }

// Skip yields what All does behind so many edges, to which it costs nothing to get: so
// that several can share them.
func (p *PerEdge) Skip(edges uint64) iter.Seq2[graph.Edge, uint32] {
	return func(yield func(graph.Edge, uint32) bool) {
		for u, row := range p.edges.behind(edges) {
			for _, e := range row {
				if !yield(graph.Edge{U: u, V: e.end()}, e.support()) {
					return
				}
			}
		}
	}
}

// From yields the neighbours of u that are larger, ascending, each with the support of
// its edge to u.
func (p *PerEdge) From(u uint32) iter.Seq2[uint32, uint32] {
	return func(yield func(uint32, uint32) bool) {
		for _, e := range p.edges.row(u) {
			if !yield(e.end(), e.support()) {
				return
			}
		}
	}
}

// Support returns the triangles that hold the edge of u and v; it reports false where
// there is no such edge.
func (p *PerEdge) Support(u, v uint32) (support uint32, ok bool) {
	if uint64(max(u, v)) >= uint64(len(p.Degrees)) {
		return 0, false
	}
	row := p.edges.row(min(u, v))
	at, ok := slices.BinarySearchFunc(row, max(u, v), func(e supportedEdge, v uint32) int {
		return int(int64(e.end()) - int64(v))
	})
	if !ok {
		return 0, false
	}
	return row[at].support(), true
}
