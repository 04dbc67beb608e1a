package graphio

import (
	"slices"
	"sync"

	"github.com/tricycle-graph/tricycle/graph"
)

// waiting are the records of a part until it is known what their ids become. Where they
// take too much they are dropped, to be read again.
type waiting struct {
	budget  *budget
	most    int64 // bytes they may take
	again   bool  // the part can be read again
	mu      sync.Mutex
	batches []graph.Batch
	held    int64
	dropped bool
}

// add keeps records. The error is a [*graph.MemoryError].
func (w *waiting) add(b graph.Batch) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.dropped {
		return nil
	}
	bytes := 8*int64(len(b.Edges)) + 16*int64(len(b.Wide)) + 8*int64(len(b.Weights))
	w.held += bytes
	err := w.budget.take("keeping records until their names are known", bytes)
	switch {
	case (err != nil || w.held > w.most) && w.again:
		w.release()
		w.dropped = true
		return nil
	case err != nil:
		return err
	}
	w.batches = append(w.batches, graph.Batch{Edges: slices.Clone(b.Edges), Wide: slices.Clone(b.Wide), Weights: slices.Clone(b.Weights)})
	return nil
}

// release gives back what they take.
func (w *waiting) release() {
	w.budget.give(w.held)
	w.batches, w.held = nil, 0
}

func (w *waiting) free() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.release()
}
