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
