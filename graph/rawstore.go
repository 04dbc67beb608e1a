package graph

import (
	"sync/atomic"

	"github.com/tricycle-graph/tricycle/internal/hugemem"
)

// rawStore keeps the raw records of a source, 8 bytes each, in chunks: one
// list a worker, so that nothing is locked and nothing grows by copying.
type rawStore struct {
	workers []rawWorker
	limit   int64        // bytes this and the partition after it may hold; 0 for no limit
	held    atomic.Int64 // bytes of all chunks
}

type rawWorker struct {
	store *rawStore
	full  []hugemem.Array[Edge]
	fill  int // records in the last chunk
	wide  []WideEdge
	_     [64]byte // keep the workers' counters on lines of their own
}

// Chunks double from the first size to the last: a food web costs a few
// kilobytes, a large graph is cut into pieces that are shared out evenly.
const (
	firstChunk = 4 << 10
	lastChunk  = 256 << 10 // records; 2 MiB, one huge page
)

func newRawStore(workers int, limit int64) *rawStore {
	s := &rawStore{workers: make([]rawWorker, workers), limit: limit}
	for i := range s.workers {
		s.workers[i].store = s
	}
	return s
}

func (w *rawWorker) add(b Batch) error {
	w.wide = append(w.wide, b.Wide...)
	for edges := b.Edges; len(edges) > 0; {
		chunk, err := w.room()
		if err != nil {
			return err
		}
		n := copy(chunk, edges)
		edges = edges[n:]
		w.fill += n
	}
	return nil
}

// room returns the free end of the last chunk, adding one when it is full.
func (w *rawWorker) room() ([]Edge, error) {
	last := len(w.full) - 1
	if last >= 0 && w.fill < len(w.full[last].Slice()) {
		return w.full[last].Slice()[w.fill:], nil
	}
	size := lastChunk
	if shift := last + 1; shift < 6 {
		size = firstChunk << shift
	}
	// The partition that follows holds half as much again, or more.
	if need := w.store.held.Add(int64(size)*edgeBytes) / keptBytes * (keptBytes + narrowBytes); w.store.limit > 0 && need > w.store.limit {
		return nil, &MemoryError{What: "cleaning the edges read so far", Need: need, Limit: w.store.limit}
	}
	chunk, err := hugemem.New[Edge](size)
	if err != nil {
		return nil, err
	}
	w.full = append(w.full, chunk)
	w.fill = 0
	return chunk.Slice(), nil
}

const edgeBytes = 8

// chunks returns every chunk's records.
func (s *rawStore) chunks() [][]Edge {
	var all [][]Edge
	for i := range s.workers {
		w := &s.workers[i]
		for j := range w.full {
			chunk := w.full[j].Slice()
			if j == len(w.full)-1 {
				chunk = chunk[:w.fill]
			}
			all = append(all, chunk)
		}
	}
	return all
}

func (s *rawStore) free() {
	for i := range s.workers {
		for j := range s.workers[i].full {
			s.workers[i].full[j].Free()
		}
		s.workers[i] = rawWorker{store: s}
	}
}
