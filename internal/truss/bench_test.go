package truss

import (
	"slices"
	"testing"

	"github.com/tricycle-graph/tricycle/internal/cpucount"
	"github.com/tricycle-graph/tricycle/internal/liststest"
)

// BenchmarkTruss decomposes the lists of [liststest.File]: the support of all edges, and their
// trussness from that. -cpu chooses how many threads do it.
func BenchmarkTruss(b *testing.B) {
	o := liststest.File(b)
	support := func() []uint32 {
		counts, err := Support(b.Context(), o, Params{})
		if counts == nil && err == nil {
			counts, err = cpucount.Support(b.Context(), o, cpucount.Auto, cpucount.Params{})
		}
		if err != nil {
			b.Fatal(err)
		}
		return counts
	}
	b.Run("support", func(b *testing.B) {
		for b.Loop() {
			support()
		}
	})
	b.Run("decompose", func(b *testing.B) {
		counts := support()
		for b.Loop() {
			if err := Decompose(b.Context(), o, slices.Clone(counts), Params{}); err != nil {
				b.Fatal(err)
			}
		}
	})
}
