package lists

import (
	"cmp"
	"sync/atomic"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/hugemem"
)

// rawStore keeps the raw records of a source, 8 bytes each, in chunks: one
// list a worker, so that nothing is locked and nothing grows by copying.
type rawStore struct {
	workers []rawWorker
	source  graph.Info   // which may hold something, too
	limit   int64        // bytes all that and the partition after it may hold; 0 for no limit
	held    atomic.Int64 // bytes of all chunks that are full
}

type rawWorker struct {
	store  *rawStore
	narrow chunkList[graph.Edge]
	wide   chunkList[graph.WideEdge]
	_      [64]byte // keep the workers' counters on lines of their own
}

// chunkList is records in chunks.
type chunkList[R any] struct {
	full []hugemem.Array[R]
	fill int // records in the last chunk
}

// Chunks double from the first size to the last: a food web costs a few
// kilobytes, a large graph is cut into pieces that are shared out evenly.
const (
	firstChunk = 4 << 10
	lastChunk  = 256 << 10 // records; 2 MiB, one huge page
)

func newRawStore(workers int, source graph.Info, limit int64) *rawStore {
	s := &rawStore{workers: make([]rawWorker, workers), source: source, limit: limit}
	for i := range s.workers {
		s.workers[i].store = s
	}
	return s
}

func (w *rawWorker) add(b graph.Batch) error {
	return cmp.Or(addRecords(w.store, &w.narrow, b.Edges, edgeBytes), addRecords(w.store, &w.wide, b.Wide, wideEdgeBytes))
}

// addRecords copies records, each of so many bytes, to the end of a list.
func addRecords[R any](s *rawStore, l *chunkList[R], records []R, each int64) error {
	for len(records) > 0 {
		room, err := l.room(s, each)
		if err != nil {
			return err
		}
		n := copy(room, records)
		records = records[n:]
		l.fill += n
	}
	return nil
}

// room returns the free end of the last chunk, adding one when it is full.
func (l *chunkList[R]) room(s *rawStore, each int64) ([]R, error) {
	last := len(l.full) - 1
	if last >= 0 && l.fill < len(l.full[last].Slice()) {
		return l.full[last].Slice()[l.fill:], nil
	}
	if last >= 0 {
		// The partition that follows holds half as much again, or more.
		need := bufferBytes + s.source.Holds() + s.held.Add(int64(l.fill)*each)/keptBytes*(keptBytes+narrowBytes)
		if s.limit > 0 && need > s.limit {
			return nil, &graph.MemoryError{What: "cleaning the edges read so far", Need: need, Limit: s.limit}
		}
	}
	size := lastChunk
	if shift := last + 1; shift < 6 {
		size = firstChunk << shift
	}
	chunk, err := hugemem.New[R](size)
	if err != nil {
		return nil, err
	}
	l.full = append(l.full, chunk)
	l.fill = 0
	return chunk.Slice(), nil
}

// chunk returns the records of chunk i.
func (l *chunkList[R]) chunk(i int) []R {
	if i == len(l.full)-1 {
		return l.full[i].Slice()[:l.fill]
	}
	return l.full[i].Slice()
}

func (l *chunkList[R]) free() {
	for i := range l.full {
		l.full[i].Free()
	}
	*l = chunkList[R]{}
}

// Bytes of a record.
const (
	edgeBytes     = 8
	wideEdgeBytes = 16
)

// chunks returns every chunk's records, but for those of wide ones.
func (s *rawStore) chunks() [][]graph.Edge {
	var all [][]graph.Edge
	for i := range s.workers {
		l := &s.workers[i].narrow
		for j := range l.full {
			all = append(all, l.chunk(j))
		}
	}
	return all
}

func (s *rawStore) free() {
	for i := range s.workers {
		s.workers[i].narrow.free()
		s.workers[i].wide.free()
	}
}
