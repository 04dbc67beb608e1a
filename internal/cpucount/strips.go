package cpucount

import (
	"slices"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/hugemem"
	"github.com/tricycle-graph/tricycle/internal/par"
	"github.com/tricycle-graph/tricycle/internal/simd"
)

// Where the bit matrix of the hubs is larger than the caches, what it takes to count is
// the wait for its rows, one at a time from anywhere in it. So the columns are taken by
// strips of 512, one after the other. Of a strip each row v has one line, which is a cache
// line; the lines of all v are a table, most of which the caches hold. Every row u that has
// entries in the strip makes its own line of them, and ANDs it with those of all v in its
// row. A table is made when its strip comes, and so it may have many more rows than a
// matrix that holds all strips at once.
//
// Which rows have entries in a strip is known from an index, made of some rows at a time:
// rows v are taken by blocks, and for each of them rows u.
type strips struct {
	kernels   simd.Kernels
	crew      *par.Crew
	neighbors []uint32
	block     uint64 // edges that are indexed at once
	meter     *graph.Meter
	states    []autoState

	lower, upper stripIndex
	tables       [3]hugemem.Array[uint64] // being filled, counted with and cleared
}

// count counts what CountRows does, for all the upper rows: to each worker's state.
func (s *strips) count(upper, offsets []uint64, from, to int) error {
	rows := cutEdges(offsets, from, to, s.block)
	for i := range rows[1:] {
		if err := s.countBelow(upper, offsets, rows[i], rows[i+1]); err != nil {
			return err
		}
	}
	return nil
}

// countBelow is count for a block of rows v.
func (s *strips) countBelow(upper, offsets []uint64, from, to int) error {
	columns := to // of entries that some v in [from, to) may have
	n := (columns + simd.StripBits - 1) / simd.StripBits
	if err := s.lower.build(s.crew, n, offsets[from:to+1], lowerCutter(s.neighbors)); err != nil {
		return err
	}
	for i := range s.tables {
		var err error
		if s.tables[i], err = hugemem.New[uint64]((to - from) * simd.LineWords); err != nil {
			return err
		}
		defer s.tables[i].Free()
	}
	blocks := cutEdges(upper, 0, len(upper)-1, s.block)
	for i := range blocks[1:] {
		bounds := upper[blocks[i] : blocks[i+1]+1]
		if err := s.upper.build(s.crew, n, bounds, upperCutter(s.neighbors, from, to)); err != nil {
			return err
		}
		for strip := range n + 2 {
			if err := s.step(strip, from); err != nil {
				return err
			}
			edges := int64(bounds[len(bounds)-1] - bounds[0])
			s.meter.Add(edges*int64(strip+1)/int64(n+2) - edges*int64(strip)/int64(n+2))
		}
	}
	return nil
}

// step fills the table of a strip, counts with that of the one before, and clears that of
// the second one before.
func (s *strips) step(strip, from int) error {
	workers := s.crew.Workers()
	fill, clean, count := shareStrip(s.lower.strip(strip), workers), shareStrip(s.lower.strip(strip-2), workers), shareStrip(s.upper.strip(strip-1), workers)
	return s.crew.Each(fill.n+clean.n+count.n, func(worker, i int) error {
		switch {
		case i < fill.n:
			s.kernels.FillStrip(fill.part(i), s.neighbors[s.lower.base:], strip*simd.StripBits, s.tables[strip%3].Slice())
		case i < fill.n+clean.n:
			table := s.tables[(strip+1)%3].Slice()
			for _, r := range clean.part(i - fill.n) {
				clear(table[int(r.Row)*simd.LineWords:][:simd.LineWords])
			}
		default:
			part, table := count.part(i-fill.n-clean.n), s.tables[(strip+2)%3].Slice()
			return s.states[worker].add(s.kernels.CountStrip(part, s.neighbors[s.upper.base:], (strip-1)*simd.StripBits, from, table))
		}
		return nil
	})
}

// stripShares are the rows of a strip in n parts, which workers take one at a time.
type stripShares struct {
	rows    []simd.StripRow
	size, n int
}

// shareStrip makes parts that are small where there are few rows, as all workers wait for
// the last.
func shareStrip(rows []simd.StripRow, workers int) stripShares {
	const least, most, each = 1 << 6, 1 << 11, 8
	size := min(max(len(rows)/(each*workers), least), most)
	return stripShares{rows, size, (len(rows) + size - 1) / size}
}

func (s stripShares) part(i int) []simd.StripRow {
	return s.rows[i*s.size : min((i+1)*s.size, len(s.rows))]
}

func (s *strips) free() {
	s.lower.rows.Free()
	s.upper.rows.Free()
}

// cutEdges cuts rows [from, to) into blocks of at most so many edges, but for a single row
// that has more.
func cutEdges(offsets []uint64, from, to int, most uint64) []int {
	cuts := []int{from}
	for from < to {
		n, found := slices.BinarySearch(offsets[from+1:to+1], offsets[from]+most)
		if found {
			n++
		}
		from += max(n, 1)
		cuts = append(cuts, from)
	}
	return cuts
}
