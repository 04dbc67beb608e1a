// Package standin has generated graphs that stand for real ones that a published table
// was measured on and that are not at hand.
package standin

import (
	"slices"

	"github.com/tricycle-graph/tricycle/generate"
	"github.com/tricycle-graph/tricycle/graph"
)

// Graph is a real graph and what stands for it.
type Graph struct {
	Name string // of the real graph, as its publishers call it
	// What its publishers say of the real graph: undirected edges, each once; triangles
	// and the largest degree are 0 where they do not say.
	Vertices, Edges, Triangles uint64
	MaxDegree                  uint32

	Kind   string // of the generator that stands for it
	Values generate.Values
	Alike  string // what is alike, and what is not
}

// Of returns the graph of a name, and whether there is one.
func Of(name string) (Graph, bool) {
	i := slices.IndexFunc(graphs, func(g Graph) bool { return g.Name == name })
	if i < 0 {
		return Graph{}, false
	}
	return graphs[i], true
}

// Source returns the source of what stands for the graph. The name of it is the command
// line that makes it, without the command.
func (g Graph) Source() (graph.Source, error) { return generate.New(g.Kind, g.Values) }
