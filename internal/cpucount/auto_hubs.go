package cpucount

import (
	"context"
	"slices"

	"github.com/tricycle-graph/tricycle/internal/par"
	"github.com/tricycle-graph/tricycle/internal/simd"
)

// Between hubs the matrix is dense, and rows of it are ANDed whole. The 512 rows of a
// block, of 2 KiB each at a time, stay in the second-level cache, while the rows of other
// blocks pass by.
const (
	blockHubs  = 512
	blockWords = 256 // of a row at a time
)

// betweenHubs calls take with the triangles of the edges from row u to the hubs of a
// block, those of three hubs alone: the first edge is at a position of the lists, and
// others follow it.
func (a *answering) betweenHubs(ctx context.Context, p Params, take func(worker int, u uint32, pos uint64, triangles []uint32)) error {
	blocks := a.matrix.hubs / blockHubs
	all := make([]hubPass, par.Workers(p.Threads))
	p.Meter.Start("count", int64(blocks*blocks))
	return par.Each(ctx, len(all), blocks*blocks, func(worker, i int) error {
		if block, rows := uint32(i/blocks), uint32(i%blocks); block <= rows {
			all[worker].over(a, block*blockHubs, rows*blockHubs)
			all[worker].each(func(u uint32, pos uint64, triangles []uint32) { take(worker, u, pos, triangles) })
		}
		p.Meter.Add(1)
		return nil
	})
}

// hubPass is what a worker holds of the edges from some rows to a block of hubs.
type hubPass struct {
	rows   [blockHubs]hubRun
	counts []uint32 // of all these edges
	lines  []uint32
}

// hubRun are the edges of a row.
type hubRun struct {
	u    uint32
	pos  uint64
	hubs []uint32
}

// over counts for 512 rows and the hubs of a block, by their first ones.
func (s *hubPass) over(a *answering, block, rows uint32) {
	edges := 0
	for i := range s.rows {
		u := rows + uint32(i)
		row := a.row(u)
		begin, _ := slices.BinarySearch(row, block)
		n, _ := slices.BinarySearch(row[begin:], block+blockHubs)
		s.rows[i] = hubRun{u, a.upper[u] + uint64(begin), row[begin : begin+n]}
		edges += n
	}
	s.counts = slices.Grow(s.counts[:0], edges)[:edges]
	clear(s.counts)
	for first := 0; first < a.matrix.stride; first += blockWords {
		words := min(blockWords, a.matrix.stride-first)
		for len(s.lines) < words/simd.LineWords {
			s.lines = append(s.lines, uint32(len(s.lines)*simd.LineWords*8))
		}
		at := 0
		for i := range s.rows {
			r := &s.rows[i]
			a.kernels.CountEachHub(r.hubs, s.lines[:words/simd.LineWords], a.matrix.row(int(r.u))[first:], a.matrix.bits.Slice()[first:], a.matrix.stride, s.counts[at:])
			at += len(r.hubs)
		}
	}
}

// each calls take with every row that has edges.
func (s *hubPass) each(take func(u uint32, pos uint64, triangles []uint32)) {
	at := 0
	for i := range s.rows {
		if r := &s.rows[i]; len(r.hubs) > 0 {
			take(r.u, r.pos, s.counts[at:][:len(r.hubs)])
			at += len(r.hubs)
		}
	}
}

// Rows beyond the hubs that have many of these are taken by some hundreds, too: their
// lines pass by the rows of a block of hubs.
const (
	manyHubs  = 64      // entries of such a row
	manyRows  = 1024    // at once, or so few that each worker has several of these tasks
	manyLines = 1 << 15 // of these rows
)

// withManyHubs returns up to which row there are so many. In an order by degree they are
// the first ones.
func (a *answering) withManyHubs() int {
	end := a.matrix.hubs
	for end > 0 && end+manyRows < len(a.upper) && a.upper[end+manyRows]-a.upper[end] >= manyHubs*manyRows {
		end += manyRows
	}
	return end
}

// toHubs calls take with the triangles of the edges from each row beyond the hubs up to
// an end, one that has two hubs and more, to these, which are its first entries: those
// of two hubs alone.
func (a *answering) toHubs(ctx context.Context, p Params, end int, take func(worker int, u uint32, triangles []uint32)) error {
	hubs := a.matrix.hubs
	all := make([]manyPass, par.Workers(p.Threads))
	p.Meter.Start("count", int64(end-hubs))
	some := min(max((end-hubs)/(8*len(all)), manyRows/8), manyRows)
	return par.Chunks(ctx, len(all), end-hubs, some, func(worker, begin, end int) error {
		s := &all[worker]
		for at := hubs + begin; at < hubs+end; {
			at = s.pack(a, at, hubs+end)
			s.over(a)
			for i := range s.rows {
				r := &s.rows[i]
				take(worker, r.u, s.counts[r.edges:][:len(r.hubs)])
			}
		}
		p.Meter.Add(int64(end - begin))
		return nil
	})
}

// manyPass is what a worker holds of some rows.
type manyPass struct {
	packer hubLines
	rows   []manyRun
	counts []uint32 // of all edges
	lines  []uint32
	words  []uint64
}

// manyRun are the hubs of a row.
type manyRun struct {
	u          uint32
	hubs       []uint32
	done       int // of these
	begin, end int // of the lines
	edges      int // before the row's
}

// pack takes rows from begin on, and returns the next one.
func (s *manyPass) pack(a *answering, begin, end int) int {
	s.rows, s.lines, s.words = s.rows[:0], s.lines[:0], s.words[:0]
	edges := 0
	for ; begin < end && len(s.lines) < manyLines; begin++ {
		hubs := s.packer.pack(a.row(uint32(begin)), a.matrix.hubs)
		if len(hubs) < 2 {
			continue
		}
		first := len(s.lines)
		s.lines, s.words = append(s.lines, s.packer.lines...), append(s.words, s.packer.words...)
		s.rows = append(s.rows, manyRun{uint32(begin), hubs, 0, first, len(s.lines), edges})
		edges += len(hubs)
	}
	s.counts = slices.Grow(s.counts[:0], edges)[:edges]
	clear(s.counts)
	return begin
}

// over counts for all hubs, by blocks.
func (s *manyPass) over(a *answering) {
	block := max(blockHubs*blockWords/a.matrix.stride, 1)
	for limit := block; limit < a.matrix.hubs+block; limit += block {
		for i := range s.rows {
			r := &s.rows[i]
			n := r.done
			for n < len(r.hubs) && int(r.hubs[n]) < limit {
				n++
			}
			if n > r.done {
				a.kernels.CountEachHub(r.hubs[r.done:n], s.lines[r.begin:r.end], s.words[r.begin*simd.LineWords:],
					a.matrix.bits.Slice(), a.matrix.stride, s.counts[r.edges+r.done:])
				r.done = n
			}
		}
	}
}
