package triangle

import (
	"fmt"
	"sync"

	"github.com/tricycle-graph/tricycle/internal/hugemem"
	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/partition"
)

// assembly puts pieces that come in about their order together to lists. A piece
// that comes too early waits for those before it.
type assembly struct {
	offsets   hugemem.Array[uint64]
	neighbors hugemem.Array[uint32]

	mutex   sync.Mutex
	rows    uint32 // that are there, from the first on
	edges   uint64
	waiting map[uint32]*partition.Block // by their first rows
}

// newAssembly makes room for lists of so many records at most.
func newAssembly(m lists.Masses) (*assembly, error) {
	a := &assembly{waiting: map[uint32]*partition.Block{}}
	var err error
	if a.offsets, err = hugemem.New[uint64](int(m.Rows()) + 1); err != nil {
		return nil, err
	}
	if a.neighbors, err = hugemem.New[uint32](int(m.Records())); err != nil {
		a.free()
		return nil, err
	}
	return a, nil
}

func (a *assembly) free() {
	a.offsets.Free()
	a.neighbors.Free()
}

// add takes a piece over.
func (a *assembly) add(b *partition.Block) error {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	a.waiting[b.Rows.Begin] = b
	for {
		next, ok := a.waiting[a.rows]
		if !ok {
			return nil
		}
		delete(a.waiting, a.rows)
		if a.edges+next.Edges() > uint64(len(a.neighbors.Slice())) || int(next.Rows.End) >= len(a.offsets.Slice()) {
			return fmt.Errorf("triangle: more lists than there are records")
		}
		copy(a.neighbors.Slice()[a.edges:], next.Neighbors)
		ends := a.offsets.Slice()[a.rows+1:]
		for r, n := range next.Lengths {
			a.edges += uint64(n)
			ends[r] = a.edges
		}
		if a.rows = next.Rows.End; next.Rows.Len() == 0 {
			return nil
		}
	}
}

// lists returns what was put together; it is gone with free.
func (a *assembly) lists() (*lists.Oriented, error) {
	if int(a.rows) != len(a.offsets.Slice())-1 || len(a.waiting) > 0 {
		return nil, fmt.Errorf("triangle: pieces up to row %d of %d", a.rows, len(a.offsets.Slice())-1)
	}
	return lists.NewOriented(a.offsets.Slice(), a.neighbors.Slice()[:a.edges]), nil
}
