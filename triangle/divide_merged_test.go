package triangle

import (
	"context"
	"errors"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
)

// What is held of a row does not grow with its length.
func TestRowsOfCellsInParts(t *testing.T) {
	const hub = 3*rowAtOnce + 7
	failure := errors.New("no more edges")
	m := &merged{cells: 1, workers: 1}
	for id := range uint64(hub + 1) {
		m.ids = append(m.ids, 3*id)
	}
	m.each = func(_ context.Context, _ int, emit func(b graph.Batch) error) error {
		all := []graph.Edge{{U: 6, V: 3}}
		for v := range uint32(hub) {
			all = append(all, graph.Edge{U: 3 * hub, V: 3 * v})
		}
		if err := emit(graph.Batch{Edges: all[:hub/2]}); err != nil {
			return err
		}
		return errors.Join(emit(graph.Batch{Edges: all[hub/2:]}), failure)
	}
	small, next := 0, uint32(0)
	count := func(_ int, first uint32, lengths, neighbors, _ []uint32) error {
		if len(lengths) != 1 || int(lengths[0]) != len(neighbors) || len(neighbors) > rowAtOnce {
			t.Fatalf("%d edges, of rows of %v", len(neighbors), lengths)
		}
		if first == 2 {
			small += len(neighbors)
			return nil
		}
		for _, v := range neighbors {
			if first != hub || v != next {
				t.Fatalf("edge %d, %d, want %d, %d", first, v, hub, next)
			}
			next++
		}
		return nil
	}
	err := m.eachRow(t.Context(), &outside{workers: 1}, false, count)
	if !errors.Is(err, failure) || next != 3*rowAtOnce {
		t.Fatalf("%d edges of a cell that cannot be read, and %v", next, err)
	}
	failure, small, next = nil, 0, 0
	if err := m.eachRow(t.Context(), &outside{workers: 1}, false, count); err != nil || small != 1 || next != hub {
		t.Errorf("%d and %d edges, %v", small, next, err)
	}
}
