package cpucount

import (
	"context"

	"github.com/tricycle-graph/tricycle/internal/hugemem"
	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/par"
	"github.com/tricycle-graph/tricycle/internal/simd"
)

// Row by row, what is ANDed comes from all of the matrix of the hubs, which is larger than a
// core's second-level cache: the core waits for it. So on larger graphs each worker takes many
// rows at once and goes through the matrix strip by strip, of 512 columns each. What the rows
// of the matrix have in a strip stands side by side, and mostly stays in the cache until the
// next strip comes; which of its rows have entries in a strip a worker knows from a queue.

// tileMatrix is a hubMatrix that is laid out by strips: strip s has a line of each row from
// 512 s on, which are the rows that have entries there or may have.
type tileMatrix struct {
	hubs int // a multiple of simd.StripBits
	bits hugemem.Array[uint64]
}

func newTileMatrix(ctx context.Context, o *lists.Oriented, hubs, workers int) (*tileMatrix, error) {
	m := &tileMatrix{hubs: hubs}
	var err error
	if m.bits, err = hugemem.New[uint64](m.begin(m.strips())); err != nil {
		return nil, err
	}
	if err = fillMatrix(ctx, o, hubs, workers, m.bits.Slice(), m.set); err != nil {
		m.free()
		return nil, err
	}
	return m, nil
}

func (m *tileMatrix) strips() int { return m.hubs / simd.StripBits }

// begin is where a strip begins.
func (m *tileMatrix) begin(strip int) int {
	return simd.LineWords * (strip*m.hubs - simd.StripBits*strip*(strip-1)/2)
}

// strip returns the lines of a strip.
func (m *tileMatrix) strip(i int) []uint64 { return m.bits.Slice()[m.begin(i):m.begin(i+1)] }

// set sets row h.
func (m *tileMatrix) set(h uint32, neighbors []uint32) {
	words := m.bits.Slice()
	for _, w := range neighbors {
		strip := int(w / simd.StripBits)
		line := words[m.begin(strip)+simd.LineWords*(int(h)-simd.StripBits*strip):]
		line[w>>6%simd.LineWords] |= 1 << (w & 63)
	}
}

func (m *tileMatrix) free() { m.bits.Free() }

const (
	// tileShare is how many edges there are for each row of a strip that all workers' queues
	// have room for: these hold a byte and a half an edge at most.
	tileShare = 8
	// leastTask is how many of the smallest tasks would be a worker's share: with smaller ones
	// more is read of the matrix than is won by even shares.
	leastTask = 32
	// tilePositions is how many edges the positions of a queue are of, at most, but for the last row.
	tilePositions = 1 << 31
)

// tileRoom is for how many rows of strips each worker has room: at most half as many as the matrix
// has lines, and none where hubs are better counted row by row. It takes no more than what columns
// may hold, which is given back before.
func tileRoom(rows int, edges uint64, hubs int, p Params) int {
	if hubs == 0 || !simd.Best().Strips {
		return 0
	}
	workers, strips := par.Workers(p.Threads), hubs/simd.StripBits
	room := min(int(edges/tileShare)/workers, int(matrixBytes(hubs)/(2*8*simd.LineWords)))
	most := columnBytes(rows, edges, matrixBytes(hubs), p)
	if room < 2*strips || int64(workers)*stripQueueBytes(strips, 1, room) > most {
		return 0
	}
	return room
}

// tiles counts what the hubs of a matrix close.
type tiles struct {
	kernels simd.Kernels
	o       *lists.Oriented
	matrix  *tileMatrix
	room    int // of each worker's queue
	workers []tileWorker
}

type tileWorker struct {
	queue  stripQueue
	chunks []uint32
	firsts []uint32 // what cut found last
	_      [64]byte
}

func newTiles(kernels simd.Kernels, o *lists.Oriented, m *tileMatrix, room, workers int) *tiles {
	return &tiles{kernels, o, m, room, make([]tileWorker, workers)}
}

// count adds to the workers' states, and calls did with how many edges were looked at.
func (t *tiles) count(ctx context.Context, states []autoState, did func(edges uint64)) error {
	defer func() {
		for i := range t.workers {
			t.workers[i].queue.chunks.Free()
		}
	}()
	cuts := t.cut()
	return par.Each(ctx, len(states), len(cuts)-1, func(worker, i int) error {
		w := &t.workers[worker]
		for at := cuts[i]; at < cuts[i+1]; {
			next, base, err := w.take(t, at, cuts[i+1])
			if err != nil {
				return err
			}
			if err := states[worker].add(w.count(t, t.o.Neighbors()[base:])); err != nil {
				return err
			}
			at = next
		}
		did(t.o.Offsets()[cuts[i+1]] - t.o.Offsets()[cuts[i]])
		return nil
	})
}

// cut cuts the rows into tasks: large ones, that what is read of the matrix is read for many
// rows, and at last small ones, that all workers end at about the same time.
func (t *tiles) cut() []int {
	offsets := t.o.Offsets()
	fine := cutRows(t.o, len(t.workers), 0)
	// An entry is ANDed with about a line for every second strip in which its row has one.
	work := func(i int) uint64 {
		edges, rows := offsets[fine[i+1]]-offsets[fine[i]], uint64(fine[i+1]-fine[i])
		return edges * (2 + min(edges/rows, uint64(t.matrix.strips()), uint64(fine[i]/simd.StripBits+1)))
	}
	left := uint64(0)
	for i := range fine[1:] {
		left += work(i)
	}
	cuts, least := []int{0}, left/uint64(leastTask*len(t.workers))
	for i := 0; i+1 < len(fine); {
		most, taken := max(left/uint64(2*len(t.workers)), least), uint64(0)
		for i+1 < len(fine) && (taken == 0 || taken+work(i) <= most) {
			taken += work(i)
			i++
		}
		left -= taken
		cuts = append(cuts, fine[i])
	}
	return cuts
}

// take has rows from begin on wait for their strips, as many as there is room for, and
// returns the next one, and what the queue's positions are from.
func (w *tileWorker) take(t *tiles, begin, end int) (next int, base uint64, err error) {
	strips := t.matrix.strips()
	if err := w.queue.begin(strips, 1, t.room); err != nil {
		return 0, 0, err
	}
	if w.firsts == nil {
		w.firsts = make([]uint32, strips+1)
	}
	lane := &w.queue.lanes[0]
	offsets, neighbors := t.o.Offsets(), t.o.Neighbors()
	base = offsets[begin]
	for left := t.room; begin < end && left >= strips && offsets[begin]-base < tilePositions; begin++ {
		row := neighbors[offsets[begin]:offsets[begin+1]]
		hubs := w.cut(row, uint32(t.matrix.hubs))
		at := uint32(offsets[begin] - base)
		for _, i := range w.firsts {
			w.queue.put(lane, int(row[i]/simd.StripBits), simd.StripRow{First: at + i, End: at + hubs, Row: at + i + 1})
		}
		left -= len(w.firsts)
	}
	return begin, base, nil
}

// noStrip is the number of no strip. Like those of strips it is below 2^31, which the subtraction in cut needs.
const noStrip = 1 << 24

// cut finds the entries of a row that are the first of their strip and have another hub behind them,
// and returns how many hubs there are. It has no branch that depends on where strips begin.
func (w *tileWorker) cut(row []uint32, hubs uint32) (n uint32) {
	firsts, found, last := w.firsts[:cap(w.firsts)], 0, uint32(noStrip)
	for int(n) < len(row) && row[n] < hubs {
		strip := row[n] / simd.StripBits
		firsts[found] = n
		found += int(-(strip ^ last) >> 31) // 1 where they differ
		last = strip
		n++
	}
	if found > 0 && firsts[found-1]+1 == n {
		found--
	}
	w.firsts = firsts[:found]
	return n
}

// count counts for the rows that wait.
func (w *tileWorker) count(t *tiles, neighbors []uint32) uint64 {
	count := uint64(0)
	for strip := range t.matrix.strips() {
		w.chunks = w.queue.waiting(strip, w.chunks[:0])
		column, table := strip*simd.StripBits, t.matrix.strip(strip)
		for _, chunk := range w.chunks {
			count += t.kernels.CountStrip(w.queue.rows(chunk), neighbors, column, column, table)
		}
	}
	return count
}
