package cpucount

import (
	"testing"

	"github.com/tricycle-graph/tricycle/internal/simd"
)

// Symmetric lists are counted as they stand of graphs of 1.3 million edges, and more with many threads.
func TestLongFlat(t *testing.T) {
	if !simd.Best().Symmetric {
		t.Skip("no kernel for symmetric lists")
	}
	for _, x := range []struct {
		edges   uint64
		threads int
		memory  int64
		want    bool
	}{
		{FlatEdges, 1, 0, true}, {FlatEdges + 1, 4, 0, false}, {FlatEdges + 1, 5, 0, true},
		{16 * FlatEdgesEach, 16, 0, true}, {16*FlatEdgesEach + 1, 16, 0, false}, {FlatEdges, 1, 1, false},
	} {
		if got := LongFlat(1000, x.edges, Params{Threads: x.threads, Memory: x.memory}); got != x.want {
			t.Errorf("%+v: %v", x, got)
		}
	}
}
