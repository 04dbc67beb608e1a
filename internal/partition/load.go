package partition

import (
	"context"
	"fmt"

	"github.com/tricycle-graph/tricycle/internal/hugemem"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// Load returns a rectangle of the lists. rows is a union of pieces. columns is
// best a union of cuts: else what its cuts hold besides is read, too, and
// dropped. A single piece in memory, all columns, comes without copying;
// nothing of it may be changed.
//
// Errors: *BlockError for a file that is not what was written, the cause of ctx
// when it ends.
func (s *Store) Load(ctx context.Context, rows, columns Range, threads int) (*Block, error) {
	first, last, err := s.span(rows)
	if err != nil {
		return nil, err
	}
	if last-first == 1 && s.pieces[first].block != nil && columns == (Range{0, s.rows}) {
		return s.pieces[first].block, nil
	}
	b := &Block{
		Rows: rows, Columns: columns,
		Lengths:   hugemem.Make[uint32](rows.Len()),
		Neighbors: hugemem.Make[uint32](int(s.Edges(rows, columns))),
	}
	return b, s.Fill(ctx, b, threads)
}

// FillBytes returns what Fill holds besides on so many threads: a piece each,
// where a rectangle can meet several cuts of pieces that are in files.
func (s *Store) FillBytes(threads int) int64 {
	most := int64(0)
	if s.files != nil && len(s.cuts) > 1 {
		for _, p := range s.pieces {
			most = max(most, 4*int64(s.edges(p.Piece, Range{0, s.rows}))+4*int64(len(s.cuts))*int64(p.Rows.Len()))
		}
	}
	return int64(par.Workers(threads)) * most
}

// Fill loads the rectangle of b's ranges as Load does, into memory of the
// caller's: Lengths has room for all rows and Neighbors for Edges(rows, columns),
// or more, and is shortened to what there is.
func (s *Store) Fill(ctx context.Context, b *Block, threads int) error {
	first, last, err := s.span(b.Rows)
	if err != nil {
		return err
	}
	// Where each piece's neighbours go.
	at := make([]uint64, 1, last-first+1)
	for i, p := range s.pieces[first:last] {
		at = append(at, at[i]+s.edges(p.Piece, b.Columns))
	}
	edges := at[last-first]
	if len(b.Lengths) != b.Rows.Len() || edges > uint64(len(b.Neighbors)) {
		return fmt.Errorf("partition: no room for %d edges of rows %v", edges, b.Rows)
	}
	b.Neighbors = b.Neighbors[:edges]
	lanes := make([]lane, par.Workers(threads))
	err = par.Each(ctx, len(lanes), last-first, func(worker, i int) error {
		p := s.pieces[first+i]
		begin := p.Rows.Begin - b.Rows.Begin
		part := &Block{
			Rows: p.Rows, Columns: b.Columns,
			Lengths:   b.Lengths[begin : begin+uint32(p.Rows.Len())],
			Neighbors: b.Neighbors[at[i]:at[i+1]],
		}
		return s.fillPiece(ctx, part, p, &lanes[worker])
	})
	if err != nil {
		return err
	}
	if s.trims(b.Columns) {
		b.keep(b.Columns)
	}
	return nil
}

// span returns which pieces make up rows.
func (s *Store) span(rows Range) (first, last int, err error) {
	for first < len(s.pieces) && s.pieces[first].Rows.End <= rows.Begin {
		first++
	}
	last = first
	for last < len(s.pieces) && s.pieces[last].Rows.End <= rows.End {
		last++
	}
	if rows.Len() == 0 {
		return first, first, nil
	}
	if last == first || s.pieces[first].Rows.Begin != rows.Begin || s.pieces[last-1].Rows.End != rows.End {
		return 0, 0, fmt.Errorf("partition: rows %v are not made of whole pieces", rows)
	}
	return first, last, nil
}

// trims reports whether columns begin or end within a cut.
func (s *Store) trims(columns Range) bool {
	for _, cut := range s.cuts {
		if Overlap(cut, columns) && (cut.Begin < columns.Begin || cut.End > columns.End) {
			return true
		}
	}
	return false
}

// cover returns the union of the cuts that columns meet.
func (s *Store) cover(columns Range) Range {
	cover := columns
	for _, cut := range s.cuts {
		if Overlap(cut, columns) {
			cover = Range{min(cover.Begin, cut.Begin), max(cover.End, cut.End)}
		}
	}
	return cover
}

// lane is what one worker reads files into that have to be put together.
type lane struct{ lengths, neighbors []uint32 }

// fillPiece loads from a piece the cuts that meet the columns of b.
func (s *Store) fillPiece(ctx context.Context, b *Block, p stored, l *lane) error {
	if p.block != nil {
		p.block.copyTo(b, s.cover(b.Columns))
		return nil
	}
	var cuts []int
	for i, cut := range s.cuts {
		if Overlap(cut, b.Columns) {
			cuts = append(cuts, i)
		}
	}
	switch len(cuts) {
	case 0:
		clear(b.Lengths)
		return nil
	case 1:
		return s.fillCut(ctx, p.Piece, cuts[0], b.Lengths, b.Neighbors)
	}
	rows := p.Rows.Len()
	l.lengths = room(l.lengths, len(cuts)*rows)
	l.neighbors = room(l.neighbors, len(b.Neighbors))
	rest := make([][]uint32, len(cuts))
	for i, at := 0, uint64(0); i < len(cuts); i++ {
		edges := p.Edges[cuts[i]]
		rest[i] = l.neighbors[at : at+edges]
		at += edges
		if err := s.fillCut(ctx, p.Piece, cuts[i], l.lengths[i*rows:(i+1)*rows], rest[i]); err != nil {
			return err
		}
	}
	to := b.Neighbors
	for r := range b.Lengths {
		b.Lengths[r] = 0
		for i := range cuts {
			n := l.lengths[i*rows+r]
			copy(to, rest[i][:n])
			to, rest[i] = to[n:], rest[i][n:]
			b.Lengths[r] += n
		}
	}
	return nil
}

// fillCut reads the object of a piece in a cut.
func (s *Store) fillCut(ctx context.Context, p Piece, cut int, lengths, neighbors []uint32) error {
	b := &Block{Rows: p.Rows, Columns: s.cuts[cut], Lengths: lengths, Neighbors: neighbors}
	return b.readFrom(ctx, s.files, objectName(p.Rows, cut))
}

// room returns a slice of n elements, the given one where it has them.
func room(have []uint32, n int) []uint32 {
	if cap(have) < n {
		return make([]uint32, n)
	}
	return have[:n]
}
