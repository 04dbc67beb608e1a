package cpucount

import (
	"slices"

	"github.com/tricycle-graph/tricycle/internal/hugemem"
	"github.com/tricycle-graph/tricycle/internal/par"
	"github.com/tricycle-graph/tricycle/internal/partition"
	"github.com/tricycle-graph/tricycle/internal/simd"
)

// queuedStrips counts as strips do, in little memory: which rows have entries in a strip is
// known from a queue, in which each row waits for its next one, and not from an index of all.
type queuedStrips struct {
	kernels   simd.Kernels
	crew      *par.Crew
	neighbors []uint32
	columns   partition.Range // of entries that rows v have
	block     uint64          // edges that positions are told apart of, at most
	states    []autoState

	lower, upper stripQueue
	tables       [3]hugemem.Array[uint64] // being filled, counted with and cleared
	filled       [3][]uint32              // the chunks of the rows that each was filled with
	counted      []uint32
}

const (
	// queuedBlock is the most edges of a block.
	queuedBlock = 1<<32 - 1
	// lowerTimes is in how many strips a row v is known at once: that to come, and the three
	// whose tables are there.
	lowerTimes = 4
)

// count counts what CountRows does, for all the upper rows: to each worker's state.
func (s *queuedStrips) count(upper, offsets []uint64, from, to int) error {
	rows, blocks := cutEdges(offsets, from, to, s.block), cutEdges(upper, 0, len(upper)-1, s.block)
	for i := range rows[1:] {
		if err := s.makeTables(rows[i+1] - rows[i]); err != nil {
			return err
		}
		for j := range blocks[1:] {
			if err := s.countBlock(upper[blocks[j]:blocks[j+1]+1], offsets[rows[i]:rows[i+1]+1], rows[i], rows[i+1]); err != nil {
				return err
			}
		}
	}
	return nil
}

// makeTables has empty tables of so many lines.
func (s *queuedStrips) makeTables(lines int) error {
	for i := range s.tables {
		if len(s.tables[i].Slice()) >= lines*simd.LineWords {
			continue // cleared by what was counted before
		}
		s.tables[i].Free()
		var err error
		if s.tables[i], err = hugemem.New[uint64](lines * simd.LineWords); err != nil {
			return err
		}
	}
	return nil
}

// countBlock is count for the v in [from, to).
func (s *queuedStrips) countBlock(upper, offsets []uint64, from, to int) error {
	first, end := int(s.columns.Begin)/simd.StripBits, (min(int(s.columns.End), to)+simd.StripBits-1)/simd.StripBits
	if first >= end {
		return nil
	}
	lower := stripWindow{first, end - first, s.neighbors[offsets[0]:]}
	above := stripWindow{first, end - first, s.neighbors[upper[0]:]}
	workers := s.crew.Workers()
	if err := s.lower.begin(lower.n, workers, lowerTimes*(to-from)); err != nil {
		return err
	}
	if err := s.upper.begin(above.n, workers, len(upper)-1); err != nil {
		return err
	}
	err := s.lower.putAll(s.crew, lower, offsets, func(r int, begin, end uint64) (simd.StripRow, bool) {
		return simd.StripRow{First: uint32(begin), End: uint32(end), Row: uint32(r)}, true
	})
	if err != nil {
		return err
	}
	column := lower.column(0)
	err = s.upper.putAll(s.crew, above, upper, func(_ int, begin, end uint64) (simd.StripRow, bool) {
		return upperRow(above.neighbors, uint32(begin), uint32(end), column, from, to)
	})
	if err != nil {
		return err
	}
	for strip := range lower.n + 2 {
		if err := s.step(strip, from, &lower, &above); err != nil {
			return err
		}
	}
	return nil
}

// upperRow is a row u of these bounds from a column on: it matters where an entry has some
// v in [from, to) behind it.
func upperRow(neighbors []uint32, begin, end uint32, column, from, to int) (simd.StripRow, bool) {
	row := neighbors[begin:end]
	if int(row[len(row)-1]) >= to {
		n, _ := slices.BinarySearch(row, uint32(to))
		row = row[:n]
	}
	first, least := 0, 0
	if column > 0 {
		first, _ = slices.BinarySearch(row, uint32(column))
	}
	if from > 0 {
		least, _ = slices.BinarySearch(row, uint32(from))
	}
	r := simd.StripRow{First: begin + uint32(first), End: begin + uint32(len(row)), Row: begin + uint32(max(first+1, least))}
	return r, r.Row < r.End
}

// step fills the table of a strip, counts with that of the one before, and clears that of
// the second one before.
func (s *queuedStrips) step(strip, from int, lower, upper *stripWindow) error {
	fill, clean := &s.filled[strip%3], s.filled[(strip+1)%3]
	*fill, s.counted = (*fill)[:0], s.counted[:0]
	if strip < lower.n {
		*fill = s.lower.waiting(strip, *fill)
	}
	if strip > 0 && strip <= upper.n {
		s.counted = s.upper.waiting(strip-1, s.counted)
	}
	if strip < 2 {
		clean = nil
	}
	return s.crew.Each(len(*fill)+len(clean)+len(s.counted), func(worker, i int) error {
		if i < len(*fill) {
			s.fill(worker, strip, (*fill)[i], lower)
			return nil
		}
		if i -= len(*fill); i < len(clean) {
			s.clean(worker, clean[i], s.tables[(strip+1)%3].Slice())
			return nil
		}
		return s.countChunk(worker, strip-1, s.counted[i-len(clean)], from, upper)
	})
}

func (s *queuedStrips) fill(worker, strip int, chunk uint32, w *stripWindow) {
	rows := s.lower.rows(chunk)
	s.kernels.FillStrip(rows, w.neighbors, w.column(strip), s.tables[strip%3].Slice())
	lane, column := &s.lower.lanes[worker], w.column(strip+1)
	for _, r := range rows {
		if r.First = w.behind(column, r.First, r.End); r.First < r.End {
			s.lower.putNext(lane, w, r)
		}
	}
}

func (s *queuedStrips) clean(worker int, chunk uint32, table []uint64) {
	for _, r := range s.lower.rows(chunk) {
		clear(table[int(r.Row)*simd.LineWords:][:simd.LineWords])
	}
	s.lower.give(worker, chunk)
}

func (s *queuedStrips) countChunk(worker, strip int, chunk uint32, from int, w *stripWindow) error {
	rows := s.upper.rows(chunk)
	if err := s.states[worker].add(s.kernels.CountStrip(rows, w.neighbors, w.column(strip), from, s.tables[strip%3].Slice())); err != nil {
		return err
	}
	lane, column := &s.upper.lanes[worker], w.column(strip+1)
	for _, r := range rows {
		r.First = w.behind(column, r.First, r.End)
		if r.Row = max(r.Row, r.First+1); r.Row < r.End {
			s.upper.putNext(lane, w, r)
		}
	}
	s.upper.give(worker, chunk)
	return nil
}

func (s *queuedStrips) free() {
	s.lower.chunks.Free()
	s.upper.chunks.Free()
	for i := range s.tables {
		s.tables[i].Free()
	}
}
