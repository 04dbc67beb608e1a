package lists

import (
	"context"

	"github.com/tricycle-graph/tricycle/graph"
)

// piecesOptions are Options of [openPieces].
type piecesOptions struct {
	Threads int
	Memory  int64
	TmpDir  string
	Piece   uint64
	Meter   *graph.Meter
	// Reserve returns the bytes of Memory that the caller would like to hold while
	// Build runs. It is asked once the numbers of rows and records are known; nil
	// is none.
	Reserve func(rows uint32, records uint64) int64

	shape  func(shape) shape
	create func(folder string) (chunkFile, error)
}

// builtPieces is a Builder whose records are in buckets, by falling number of records.
type builtPieces struct {
	*Builder
}

// openPieces opens src, ranks its vertices, and shares its records out to buckets.
func openPieces(ctx context.Context, src graph.Source, opt piecesOptions) (*builtPieces, error) {
	b, err := Open(ctx, src, Options{
		Threads: opt.Threads, Memory: opt.Memory, TmpDir: opt.TmpDir, Piece: opt.Piece, Meter: opt.Meter,
		shape: opt.shape, create: opt.create,
	})
	if err != nil {
		return nil, err
	}
	s := &builtPieces{Builder: b}
	if err = b.Rank(ctx, graph.OrderRecords); err == nil {
		if opt.Memory > 0 && opt.Reserve != nil {
			b.Reserve(opt.Reserve(b.Rows(), b.Records()))
		}
		err = b.Partition(ctx)
	}
	if err != nil {
		_ = b.Close() // the first error says more
		return nil, err
	}
	return s, nil
}

// Build is Pieces.
func (s *builtPieces) Build(ctx context.Context, add func(Piece) error) (Built, error) {
	return s.Pieces(ctx, add)
}
