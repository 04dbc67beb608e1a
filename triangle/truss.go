package triangle

import (
	"context"
	"errors"
	"iter"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/truss"
)

// errNoTrussness answers who asks for trusses where nobody looked for them.
var errNoTrussness = errors.New("triangle: an answer to Edges has no trussness; ask Truss")

// Trusses returns the size of every k-truss of an answer to [Truss]: K, its Edges, their
// Vertices, and the Components that these form. They are in the order of k, from 2 up to
// the largest trussness, and none where there is no edge.
//
// Errors: *graph.MemoryError, the cause of ctx when it ends.
func (p *PerEdge) Trusses(ctx context.Context) ([]truss.Size, error) {
	if p.Trussness == nil && p.Edges > 0 {
		return nil, errNoTrussness
	}
	if err := p.holds("measuring the trusses", truss.SizesBytes(len(p.Degrees), p.Edges)); err != nil {
		return nil, err
	}
	end := func(e uint32) uint32 { return p.edges.edges[e].end() }
	return truss.Sizes(ctx, p.edges.offsets, end, p.Trussness)
}

// KTruss returns the k-truss of an answer to [Truss] as a graph. Its vertices keep their
// labels; those without an edge in it are left out.
//
// Errors: *graph.MemoryError.
func (p *PerEdge) KTruss(k uint32) (*graph.Graph, error) {
	if p.Trussness == nil && p.Edges > 0 {
		return nil, errNoTrussness
	}
	const what = "making the graph"
	beside := 4 * int64(len(p.Degrees))
	if err := p.holds(what, beside); err != nil {
		return nil, err
	}
	degrees := make([]uint32, len(p.Degrees))
	edges, kept := uint64(0), 0
	for e := range p.ofTruss(k) {
		for _, v := range []uint32{e.U, e.V} {
			if degrees[v]++; degrees[v] == 1 {
				kept++
			}
		}
		edges++
	}
	if err := p.holds(what, beside+8*int64(edges)+(4+8+8+16)*int64(kept)); err != nil {
		return nil, err
	}
	numbers := degrees // of the vertices that are kept, from now on
	vertices, offsets := make([]uint32, 0, kept), make([]uint64, 1, kept+1)
	for v, d := range degrees {
		if d > 0 {
			numbers[v] = uint32(len(vertices))
			vertices = append(vertices, uint32(v))
			offsets = append(offsets, offsets[len(vertices)-1]+uint64(d))
		}
	}
	// Edges come in such an order that each list ascends.
	neighbors, next := make([]uint32, 2*edges), make([]uint64, len(vertices))
	copy(next, offsets)
	for e := range p.ofTruss(k) {
		u, v := numbers[e.U], numbers[e.V]
		neighbors[next[u]], neighbors[next[v]] = v, u
		next[u]++
		next[v]++
	}
	return graph.NewGraph(offsets, neighbors, labelsOf(p.Labels, vertices))
}

// ofTruss yields the edges of the k-truss.
func (p *PerEdge) ofTruss(k uint32) iter.Seq[graph.Edge] {
	return func(yield func(graph.Edge) bool) {
		at := 0
		for e := range p.All() {
			if p.Trussness[at] >= k && !yield(e) {
				return
			}
			at++
		}
	}
}

// labelsOf returns the labels of some vertices.
func labelsOf(l graph.Labels, vertices []uint32) graph.Labels {
	if l.Names() != nil {
		names := make([]string, len(vertices))
		for i, v := range vertices {
			names[i] = l.Label(v)
		}
		return graph.NameLabels(names)
	}
	numbers := make([]uint64, len(vertices))
	for i, v := range vertices {
		numbers[i] = l.Number(v)
	}
	return graph.NumberLabels(numbers)
}

// holds refuses what does not fit the memory beside the answer.
func (p *PerEdge) holds(what string, bytes int64) error {
	vertices := uint64(len(p.Degrees))
	need := processBytes + p.Info.Holds() + int64(4+8)*int64(vertices) + supportedBytes(vertices, p.Edges) + 4*int64(p.Edges) + bytes
	if p.memory > 0 && need > p.memory {
		return &graph.MemoryError{What: what, Need: need, Limit: p.memory}
	}
	return nil
}
