package colours

import (
	"context"
	"sync"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/hugemem"
)

// Held are cells in memory, for tasks of one process: each is read once, by the first that wants
// it, and stays until it is forgotten. Tasks run one after another, and the files of one are different
// ones: so no two workers want the same at once, and nobody reads while cells are forgotten.
type Held struct {
	mutex sync.Mutex
	cells map[string]heldCell // by the name of the file
}

type heldCell struct {
	File
	words hugemem.Array[uint64] // the larger id above
}

// HeldBytes returns what all of some files take at most; false where they cannot be held.
func HeldBytes(files []File) (bytes int64, ok bool) {
	for _, f := range files {
		if f.Width > 4 {
			return 0, false
		}
		bytes += hugemem.Bytes(8 * int64(f.Edges))
	}
	return bytes, true
}

// Forget gives back the cells of colours below one.
func (h *Held) Forget(below int) {
	for name, c := range h.cells {
		if c.A < below {
			c.words.Free()
			delete(h.cells, name)
		}
	}
}

// words returns what a file of a task has, for as long as it is held.
func (h *Held) words(ctx context.Context, t *Task, f File) (hugemem.Array[uint64], error) {
	h.mutex.Lock()
	c, there := h.cells[f.Name]
	h.mutex.Unlock()
	if there {
		return c.words.Part(0, len(c.words.Slice())), nil
	}
	words, err := hugemem.New[uint64](int(f.Edges))
	if err != nil {
		return words, err
	}
	rest := words.Slice()
	err = f.read(ctx, t.Files, t.Colours, func(b graph.Batch) error {
		for i, e := range b.Edges {
			rest[i] = uint64(e.U)<<32 | uint64(e.V)
		}
		rest = rest[len(b.Edges):]
		return nil
	})
	if err != nil {
		words.Free()
		return words, err
	}
	h.mutex.Lock()
	defer h.mutex.Unlock()
	if h.cells == nil {
		h.cells = make(map[string]heldCell)
	}
	h.cells[f.Name] = heldCell{f, words}
	return words.Part(0, len(words.Slice())), nil
}
