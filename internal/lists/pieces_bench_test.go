package lists

import (
	"context"
	"testing"

	"github.com/tricycle-graph/tricycle/internal/generator"
)

// BenchmarkPieces makes the rows of a skewed graph from a file of pairs: with keys
// in memory, with all of them in a temporary file, and, to compare, as lists in
// memory. B/s are bytes of the file.
func BenchmarkPieces(b *testing.B) {
	ctx := context.Background()
	src, err := pairsOf(b.TempDir(), generator.RMAT{Scale: 20, EdgeFactor: 16, Seed: 1})
	if err != nil {
		b.Fatal(err)
	}
	defer src.Close()
	const edges = 15_702_117
	build := func(b *testing.B, opt piecesOptions) {
		b.SetBytes(src.Info().Bytes.Get())
		for b.Loop() {
			s, err := openPieces(ctx, src, opt)
			if err != nil {
				b.Fatal(err)
			}
			built, err := s.Build(ctx, func(Piece) error { return nil })
			if err != nil || built.Facts.Edges != edges {
				b.Fatalf("%d edges, %v", built.Facts.Edges, err)
			}
			if err := s.Close(); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.Run("memory", func(b *testing.B) { build(b, piecesOptions{}) })
	b.Run("file", func(b *testing.B) {
		build(b, piecesOptions{TmpDir: b.TempDir(), shape: func(s shape) shape {
			s.keep = 0
			return s
		}})
	})
}
