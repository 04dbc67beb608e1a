package graph

import "fmt"

// Graph is a simple undirected graph in symmetric CSR: every edge stands in
// the lists of both its ends, each list ascending, without self-loops or
// duplicates. A Graph is read-only and safe for concurrent use.
type Graph struct {
	offsets   []uint64 // len n+1
	neighbors []uint32 // len 2m
	labels    Labels
	report    Report
}

// NewGraph wraps a symmetric CSR without copying it. offsets has n+1
// entries, ascending from 0 to len(neighbors). NewGraph checks the ends only;
// call [Graph.Validate] on data from outside.
func NewGraph(offsets []uint64, neighbors []uint32, labels Labels) (*Graph, error) {
	if len(offsets) == 0 || offsets[0] != 0 || offsets[len(offsets)-1] != uint64(len(neighbors)) {
		return nil, fmt.Errorf("graph: offsets do not span the %d neighbours", len(neighbors))
	}
	if uint64(len(offsets)-1) >= 1<<32 {
		return nil, fmt.Errorf("graph: %d vertices, at most 2^32-1 are supported", len(offsets)-1)
	}
	return &Graph{offsets: offsets, neighbors: neighbors, labels: labels}, nil
}

// Vertices returns n, isolated vertices included.
func (g *Graph) Vertices() int { return len(g.offsets) - 1 }

// Edges returns m, each undirected edge counted once.
func (g *Graph) Edges() uint64 { return uint64(len(g.neighbors)) / 2 }

// Degree returns the number of neighbours of v.
func (g *Graph) Degree(v uint32) uint32 { return uint32(g.offsets[v+1] - g.offsets[v]) }

// Neighbors returns the neighbours of v, ascending. The slice must not be
// changed.
func (g *Graph) Neighbors(v uint32) []uint32 {
	return g.neighbors[g.offsets[v]:g.offsets[v+1]:g.offsets[v+1]]
}

// Offsets returns the n+1 positions of the lists in Adjacency. Read-only.
func (g *Graph) Offsets() []uint64 { return g.offsets }

// Adjacency returns all lists, one after the other. Read-only.
func (g *Graph) Adjacency() []uint32 { return g.neighbors }

// Labels returns the input's ids.
func (g *Graph) Labels() Labels { return g.labels }

// Report returns what cleaning did when the graph was built from raw edges.
func (g *Graph) Report() Report { return g.report }

// WithReport returns the same graph with a report of the cleaning that led to
// it, for readers of formats that keep one.
func (g *Graph) WithReport(r Report) *Graph {
	copied := *g
	copied.report = r
	return &copied
}
