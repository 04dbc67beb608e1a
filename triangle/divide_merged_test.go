package triangle

import (
	"context"
	"errors"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/lists"
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

// TestEdgesMergedWithinMemory refuses edges for which there is less memory than their vertices take, by the
// limit that was given, and takes the one that it asks for.
func TestEdgesMergedWithinMemory(t *testing.T) {
	const vertices = 100_000 // one after the other
	ids := make([]uint64, vertices)
	var path graph.Batch
	for v := range uint32(vertices) {
		if ids[v] = uint64(v); v > 0 {
			path.Edges = append(path.Edges, graph.Edge{U: v, V: v - 1})
		}
	}
	each := func(_ context.Context, _ int, emit func(b graph.Batch) error) error { return emit(path) }
	d := new(Divided)
	d.PerEdgeMerged([]uint64{vertices - 1}, t.TempDir())
	defer d.Close()
	answer := func(opt Options) (*PerEdge, error) {
		return d.EdgesMerged(t.Context(), ids, lists.NewVertices(graph.NumberLabels(ids), vertices, nil), 1<<10, each, &Result{Edges: vertices - 1}, opt)
	}
	opt := Options{Memory: 1 << 20, Threads: 1}
	_, err := answer(opt)
	short := new(graph.MemoryError)
	if !errors.As(err, &short) || short.Limit != opt.Memory {
		t.Fatalf("%+v, %v", short, err)
	}
	opt.Memory = short.Need
	p, err := answer(opt)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if p.MaxDegree != 2 || p.Degrees[0] != 1 || p.Triangles != 0 {
		t.Errorf("%+v", p.Result)
	}
}
