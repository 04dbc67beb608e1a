package chordless

import (
	"context"
	"slices"

	"github.com/tricycle-graph/tricycle/graph"
)

// Longest returns a longest of the chordless cycles that opt asks for, in the
// form of [All], or nil where there is none. opt.Limit is not heeded.
func Longest(ctx context.Context, g *graph.Graph, opt Options) ([]uint32, error) {
	opt.Limit = 0
	var longest []uint32
	for cycle, err := range All(ctx, g, opt) {
		if err != nil {
			return nil, err
		}
		if len(cycle) > len(longest) {
			longest = slices.Clone(cycle)
		}
	}
	return longest, nil
}
