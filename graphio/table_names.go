package graphio

import (
	"context"

	"github.com/tricycle-graph/tricycle/graph"
)

// namedRows reads a group of rows of a table. Its edges are pairs of numbers of the names
// that it returns, which a dictionary like the other hashes.
type namedRows func(ctx context.Context, group int, like *dictionary) (edges []graph.Edge, weights []float64, names []string, err error)

// readNamed reads a table of strings. The strings of each group of rows are numbered on
// their own; then, group by group, they get their ids, in the order of their first
// appearance in the table.
func (in *input) readNamed(ctx context.Context, workers, groups int, read namedRows, emit func(int, graph.Batch) error) ([]string, error) {
	all := newDictionary(&in.budget)
	turns := newTurns(ctx)
	defer turns.close()
	err := turns.each(workers, groups, func(worker, group int) error {
		edges, weights, names, malformed := read(ctx, group, all)
		var (
			ids  []uint32
			over bool
		)
		err := turns.take(group, func() error {
			if malformed != nil {
				return malformed
			}
			var err error
			ids, err = all.number(names)
			over = all.over != nil
			return err
		})
		if err != nil {
			return err
		}
		if over {
			return nil
		}
		for i, e := range edges {
			edges[i] = graph.Edge{U: ids[e.U], V: ids[e.V]}
		}
		return emit(worker, graph.Batch{Edges: edges, Weights: weights})
	})
	if err == nil {
		err = all.short()
	}
	return all.names, err
}
