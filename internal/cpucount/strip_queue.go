package cpucount

import (
	"sync"

	"github.com/tricycle-graph/tricycle/internal/hugemem"
	"github.com/tricycle-graph/tricycle/internal/par"
	"github.com/tricycle-graph/tricycle/internal/simd"
)

// stripQueue has each row of a block wait for the next strip in which it has entries: once
// it was taken there, it is put where it has its next ones. So it takes memory for rows,
// not for entries. Every worker puts rows into chunks of its own.
type stripQueue struct {
	chunks hugemem.Array[stripChunk]
	lanes  []stripLane // of each worker

	mutex sync.Mutex
	fresh uint32   // chunks that were used by anyone
	free  []uint32 // of these
}

// stripChunk is some rows that wait for one strip.
type stripChunk struct {
	rows [stripChunkRows]simd.StripRow
	n    uint32
	next uint32 // one of the same strip and worker; noChunk for none
}

const (
	stripChunkRows = 63 // makes 764 bytes
	noChunk        = 1<<32 - 1
	laneChunks     = 16 // that a worker takes and gives back at once
)

// stripLane is what a worker puts rows into.
type stripLane struct {
	chunks []stripChunk
	last   []stripTail // of each strip
	free   []uint32
	_      [64]byte
}

// stripTail is a chunk that is being filled.
type stripTail struct{ chunk, n uint32 }

// begin makes an empty queue for so many rows at once.
func (q *stripQueue) begin(strips, workers, rows int) error {
	if len(q.lanes) == 0 {
		q.lanes = make([]stripLane, workers)
	}
	if need := stripChunks(strips, workers, rows); len(q.chunks.Slice()) < need {
		q.chunks.Free()
		var err error
		if q.chunks, err = hugemem.New[stripChunk](need); err != nil {
			return err
		}
	}
	for i := range q.lanes {
		l := &q.lanes[i]
		l.chunks, l.free, l.last = q.chunks.Slice(), l.free[:0], l.last[:0]
		for range strips {
			l.last = append(l.last, stripTail{noChunk, stripChunkRows})
		}
	}
	q.fresh, q.free = 0, q.free[:0]
	return nil
}

// stripChunks is how many chunks are in use at once, at most, for so many rows: the last
// one of each strip and worker is not full, and workers have one at hand and some that are
// not used.
func stripChunks(strips, workers, rows int) int {
	return rows/stripChunkRows + 1 + workers*(strips+2*laneChunks+2)
}

// stripQueueBytes is what a queue holds.
func stripQueueBytes(strips, workers, rows int) int64 {
	const each = 4*(stripChunkRows*3+2) + 4*4 // and its number, where chunks are listed
	return each * int64(stripChunks(strips, workers, rows))
}

// put has a row wait for a strip.
func (q *stripQueue) put(l *stripLane, strip int, row simd.StripRow) {
	tail := &l.last[strip]
	if tail.n == stripChunkRows {
		q.grow(l, tail)
	}
	l.chunks[tail.chunk].rows[tail.n] = row
	tail.n++
}

// grow has an empty chunk behind a full one.
func (q *stripQueue) grow(l *stripLane, tail *stripTail) {
	full := tail.chunk
	if full != noChunk {
		l.chunks[full].n = stripChunkRows
	}
	*tail = stripTail{q.take(l), 0}
	l.chunks[tail.chunk].next = full
}

// take returns a chunk for a worker.
func (q *stripQueue) take(l *stripLane) uint32 {
	if len(l.free) == 0 {
		q.mutex.Lock()
		n := max(len(q.free)-laneChunks, 0)
		l.free = append(l.free, q.free[n:]...)
		q.free = q.free[:n]
		for len(l.free) < laneChunks && int(q.fresh) < len(q.chunks.Slice()) {
			l.free = append(l.free, q.fresh)
			q.fresh++
		}
		q.mutex.Unlock()
	}
	last := len(l.free) - 1
	at := l.free[last]
	l.free = l.free[:last]
	return at
}

// give gives a chunk back.
func (q *stripQueue) give(worker int, chunk uint32) {
	l := &q.lanes[worker]
	l.free = append(l.free, chunk)
	if len(l.free) > 2*laneChunks {
		q.mutex.Lock()
		q.free = append(q.free, l.free[laneChunks:]...)
		q.mutex.Unlock()
		l.free = l.free[:laneChunks]
	}
}

// rows returns those of a chunk.
func (q *stripQueue) rows(chunk uint32) []simd.StripRow {
	c := &q.chunks.Slice()[chunk]
	return c.rows[:c.n]
}

// waiting appends the chunks of the rows that wait for a strip. No row waits for it after.
func (q *stripQueue) waiting(strip int, to []uint32) []uint32 {
	for i := range q.lanes {
		l := &q.lanes[i]
		tail := l.last[strip]
		if tail.chunk != noChunk {
			l.chunks[tail.chunk].n = tail.n
		}
		for at := tail.chunk; at != noChunk; at = l.chunks[at].next {
			to = append(to, at)
		}
		l.last[strip] = stripTail{noChunk, stripChunkRows}
	}
	return to
}

// putAll has rows that are known by their bounds wait, each as first says, for the strip of
// its first entry. first reports false for rows that do not matter.
func (q *stripQueue) putAll(crew *par.Crew, w stripWindow, offsets []uint64, first func(r int, begin, end uint64) (simd.StripRow, bool)) error {
	cuts := par.Cut(len(offsets)-1, 16*crew.Workers(), func(r int) uint64 { return offsets[r] - offsets[0] + uint64(r) })
	return crew.Each(len(cuts)-1, func(worker, i int) error {
		for r := cuts[i]; r < cuts[i+1]; r++ {
			if offsets[r] == offsets[r+1] {
				continue
			}
			if row, ok := first(r, offsets[r]-offsets[0], offsets[r+1]-offsets[0]); ok {
				q.putNext(&q.lanes[worker], &w, row)
			}
		}
		return nil
	})
}

// putNext has a row wait for the strip of its entry First, if there is one in the window.
func (q *stripQueue) putNext(l *stripLane, w *stripWindow, row simd.StripRow) {
	if strip := int(w.neighbors[row.First]/simd.StripBits) - w.first; strip < w.n {
		q.put(l, strip, row)
	}
}

// stripWindow is n strips from the first one on, and the neighbors that rows of a queue
// are positions in.
type stripWindow struct {
	first, n  int
	neighbors []uint32
}

func (w *stripWindow) column(strip int) int { return (w.first + strip) * simd.StripBits }

// behind returns the first position from begin on whose entry is not before
// a column.
func (w *stripWindow) behind(column int, begin, end uint32) uint32 {
	for i, entry := range w.neighbors[begin:end] {
		if int(entry) >= column {
			return begin + uint32(i)
		}
	}
	return end
}
