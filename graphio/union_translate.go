package graphio

import (
	"github.com/tricycle-graph/tricycle/graph"
)

// translation gives the records of parts the ids that they have in a union. Each worker
// has its own.
type translation struct {
	emit  func(graph.Batch) error
	batch *batch
	edges []graph.Edge
}

// name emits records whose ids are places in ids.
func (t *translation) name(b graph.Batch, ids []uint32) error {
	t.edges = t.edges[:0]
	for _, e := range b.Edges {
		t.edges = append(t.edges, graph.Edge{U: ids[e.U], V: ids[e.V]})
	}
	return t.emit(graph.Batch{Edges: t.edges, Weights: b.Weights})
}

// renumber emits records under other numbers.
func (t *translation) renumber(b graph.Batch, id func(uint64) uint64) error {
	if t.batch == nil {
		t.batch = &batch{emit: t.emit}
	}
	t.batch.weighted = b.Weights != nil
	for i := range len(b.Edges) + len(b.Wide) {
		if t.batch.full() {
			if err := t.batch.flush(); err != nil {
				return err
			}
		}
		var e graph.WideEdge
		if i < len(b.Edges) {
			e = graph.WideEdge{U: uint64(b.Edges[i].U), V: uint64(b.Edges[i].V)}
		} else {
			e = b.Wide[i-len(b.Edges)]
		}
		weight := 0.0
		if b.Weights != nil {
			weight = b.Weights[i]
		}
		t.batch.pushWeighted(id(e.U), id(e.V), weight)
	}
	return t.batch.flush()
}
