package graphio

import (
	"sync"

	"github.com/tricycle-graph/tricycle/graph"
)

// touched are the vertices of a part that have a record. One without any is kept as a
// self-loop, for lack of another way to say that it exists.
type touched struct {
	budget   *budget
	mu       sync.Mutex
	vertices []bool
}

// touchedBytes is what a vertex of a part takes until its records are emitted: this, and its
// number.
const touchedBytes = 1 + 8

// newTouched makes it for so many vertices. The error is a [*graph.MemoryError].
func newTouched(b *budget, vertices int) (*touched, error) {
	bytes := int64(vertices) * touchedBytes
	if err := b.take("the vertices of a part that declares them", bytes); err != nil {
		b.give(bytes)
		return nil, err
	}
	return &touched{budget: b, vertices: make([]bool, vertices)}, nil
}

func (t *touched) note(b graph.Batch) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, e := range b.Edges {
		t.vertices[e.U], t.vertices[e.V] = true, true
	}
}

// others emits self-loops of the vertices without a record.
func (t *touched) others(emit func(loops []graph.Edge) error) error {
	loops := make([]graph.Edge, 0, batchEdges)
	for v, has := range t.vertices {
		if has {
			continue
		}
		if loops = append(loops, graph.Edge{U: uint32(v), V: uint32(v)}); len(loops) < cap(loops) {
			continue
		}
		if err := emit(loops); err != nil {
			return err
		}
		loops = loops[:0]
	}
	return emit(loops)
}

// free gives back what it takes.
func (t *touched) free() {
	t.budget.give(int64(len(t.vertices)) * touchedBytes)
	t.vertices = nil
}
