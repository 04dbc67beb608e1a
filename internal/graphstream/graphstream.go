// Package graphstream is what a file of many graphs is to those who answer for each of
// them, and how small graphs are answered: without the engines, whose preparations cost
// more than such a graph.
package graphstream

import (
	"context"
	"errors"
	"io"

	"github.com/tricycle-graph/tricycle/graph"
)

// ErrMany is the cause of the *[graph.InputError] for who wants one graph where there are many.
var ErrMany = errors.New("there is more than one graph")

// Source is a source that may hold many graphs, in an order, or none.
type Source interface {
	graph.Source
	// Many is nil where there is one graph, and otherwise the error of Read.
	Many() error
	// Answer calls answer for each graph, from at most workers goroutines that are told
	// apart as in Read, and writes what these calls append to text to w, in the order of
	// the graphs. index counts them from 1. A graph is good until answer returns. The
	// answers in front of a malformed graph are written. However many there are, only a
	// few are in memory.
	Answer(ctx context.Context, workers int, w io.Writer, answer func(worker int, index uint64, g *Graph, text []byte) ([]byte, error)) error
}

// Graph is one graph.
type Graph struct {
	N       uint64       // vertices
	Small   *Rows        // the clean graph, where it has at most Most vertices
	Wide    *Wide        // and where it has more, but at most WideMost
	Cleaned graph.Report // what cleaning did in both cases

	// Info and Records are those of a larger graph.
	Info    graph.Info
	Records []graph.Edge
}

// InRows says that the graph is there as it is, in rows of bits.
func (g *Graph) InRows() bool { return g.Small != nil || g.Wide != nil }

// Source returns the records of a graph as a source.
func (g *Graph) Source() graph.Source {
	if !g.InRows() {
		return &records{g.Info, g.N, g.Records}
	}
	var edges []graph.Edge
	g.each(func(u, v int) { edges = append(edges, graph.Edge{U: uint32(u), V: uint32(v)}) })
	return &records{g.Info, g.N, edges}
}

// each calls body for the edges of a clean graph: u is below v, and v, then u, ascend.
func (g *Graph) each(body func(u, v int)) {
	if g.Wide != nil {
		g.Wide.each(body)
		return
	}
	for v := range g.Small.N {
		g.Small.each(g.Small.Of[v]&(1<<v-1), func(u int) { body(u, v) })
	}
}

// Edges returns the number of edges of a clean graph.
func (g *Graph) Edges() uint64 {
	if g.Wide != nil {
		return g.Wide.Edges()
	}
	return g.Small.Edges()
}

// Triangles counts the triangles of a clean graph.
func (g *Graph) Triangles() uint64 {
	if g.Wide != nil {
		return g.Wide.Triangles()
	}
	return g.Small.Triangles()
}

// ListBytes is what the lists of a clean graph hold.
func (g *Graph) ListBytes() int64 { return 8*int64(g.N+2) + 8*int64(g.Edges()) }

// Lists returns a clean graph as the engines take it.
func (g *Graph) Lists() (*graph.Graph, error) {
	at := make([]uint64, g.N+2) // of v stands behind its place, and is moved to its end
	g.each(func(u, v int) { at[u+2]++; at[v+2]++ })
	for v := range g.N {
		at[v+2] += at[v+1]
	}
	neighbors := make([]uint32, at[g.N+1])
	g.each(func(u, v int) {
		neighbors[at[u+1]], neighbors[at[v+1]] = uint32(v), uint32(u)
		at[u+1]++
		at[v+1]++
	})
	return graph.NewGraph(at[:g.N+1], neighbors, graph.Labels{})
}

// records are the records of one graph in memory.
type records struct {
	info  graph.Info
	n     uint64
	edges []graph.Edge
}

func (r *records) Info() graph.Info {
	info := r.info
	info.Vertices, info.MaxID = graph.Known(r.n), r.n
	info.Records, info.MaxRecords = graph.Known(len(r.edges)), graph.Known(len(r.edges))
	info.Rereadable, info.Direct = true, true
	return info
}

func (r *records) Read(ctx context.Context, _ int, emit func(worker int, b graph.Batch) error) (graph.Summary, error) {
	const piece = 1 << 13
	for rest := r.edges; len(rest) > 0; {
		if ctx.Err() != nil {
			return graph.Summary{}, context.Cause(ctx)
		}
		n := min(piece, len(rest))
		if err := emit(0, graph.Batch{Edges: rest[:n:n]}); err != nil {
			return graph.Summary{}, err
		}
		rest = rest[n:]
	}
	return graph.Summary{Records: uint64(len(r.edges)), Vertices: graph.Known(r.n)}, nil
}

func (r *records) Close() error { return nil }
