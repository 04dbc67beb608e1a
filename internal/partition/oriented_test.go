package partition

import (
	"math/rand/v2"
	"testing"

	"github.com/tricycle-graph/tricycle/internal/lists"
	"github.com/tricycle-graph/tricycle/internal/objectfs"
	"github.com/tricycle-graph/tricycle/internal/par"
)

// storeOf puts lists that are in memory into a store, in pieces of at least so
// many edges, in random order: the simple twin of what builds a store from a
// source.
func storeOf(t testing.TB, o *lists.Oriented, pieces int, cuts []Range, files objectfs.FS, random *rand.Rand) *Store {
	t.Helper()
	rows := uint32(o.Rows())
	s, err := NewStore(rows, cuts, files)
	if err != nil {
		t.Fatal(err)
	}
	ranges := rangesOf(o.Rows(), pieces, func(r int) uint64 { return o.Offsets()[r] })
	for _, i := range random.Perm(len(ranges)) {
		if err := s.Add(t.Context(), pieceOf(o, ranges[i])); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Seal(); err != nil {
		t.Fatal(err)
	}
	return s
}

// pieceOf copies some rows of o.
func pieceOf(o *lists.Oriented, rows Range) *Block {
	b := &Block{Rows: rows, Columns: Range{0, uint32(o.Rows())}}
	for r := rows.Begin; r < rows.End; r++ {
		b.Lengths = append(b.Lengths, o.OutDegree(r))
		b.Neighbors = append(b.Neighbors, o.Row(r)...)
	}
	return b
}

// rangesOf cuts [0, n) into ranges of about equal work.
func rangesOf(n, parts int, before func(i int) uint64) []Range {
	bounds := par.Cut(n, parts, before)
	ranges := make([]Range, len(bounds)-1)
	for i := range ranges {
		ranges[i] = Range{uint32(bounds[i]), uint32(bounds[i+1])}
	}
	return ranges
}
