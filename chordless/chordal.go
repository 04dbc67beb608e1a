package chordless

import (
	"context"

	"github.com/tricycle-graph/tricycle/graph"
)

// Chordality says whether a graph is chordal, with a proof of either.
type Chordality struct {
	Chordal bool
	// Order is a perfect elimination order of a chordal graph: the neighbours
	// of each vertex that come after it form a clique.
	Order []uint32
	// Hole is a chordless cycle of four vertices or more of any other graph, in
	// the form of [All].
	Hole []uint32
}

// IsChordal says whether g has no chordless cycle of four vertices and more.
func IsChordal(ctx context.Context, g *graph.Graph) (*Chordality, error) {
	for cycle, err := range All(ctx, g, Options{Method: Dias}) {
		return &Chordality{Hole: cycle}, err
	}
	return &Chordality{Chordal: true}, nil
}
