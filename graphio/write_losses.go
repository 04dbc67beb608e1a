package graphio

import (
	"fmt"

	"github.com/tricycle-graph/tricycle/graph"
)

// Losses says what is lost when g, which came from a source that said from, is
// written: one phrase for each kind of loss, to stand behind "lost:". A graph
// that [Encoding.Write] would refuse loses nothing.
func (e Encoding) Losses(from graph.Info, g *graph.Graph) (losses []string) {
	f := e.format
	switch {
	case f.keeps.labels || !hasOwnIDs(g, f.keeps.base):
	case g.Labels().Names() != nil:
		losses = append(losses, fmt.Sprintf("the names of the vertices, which are numbered from %d", f.keeps.base))
	default:
		losses = append(losses, fmt.Sprintf("the ids of the vertices, which are numbered from %d", f.keeps.base))
	}
	if !f.keeps.isolated {
		if isolated := countIsolated(g); isolated > 0 {
			losses = append(losses, counted(isolated, "vertex", "vertices")+" without an edge")
		}
	}
	if oneWay := g.Report().OneWay; from.Directed && oneWay > 0 {
		losses = append(losses, "the direction of "+counted(oneWay, "edge", "edges"))
	}
	if from.Weighted {
		losses = append(losses, "weights and other values beside the ids")
	}
	return losses
}

// hasOwnIDs says that the vertices of g have other ids than base, base+1, ...
func hasOwnIDs(g *graph.Graph, base uint64) bool {
	labels, n := g.Labels(), g.Vertices()
	return n > 0 && (labels.Names() != nil ||
		labels.Number(0) != base || labels.Number(uint32(n-1)) != base+uint64(n-1))
}

func countIsolated(g *graph.Graph) (isolated uint64) {
	for v := range uint32(g.Vertices()) {
		if g.Degree(v) == 0 {
			isolated++
		}
	}
	return isolated
}
