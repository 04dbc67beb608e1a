package cli

import (
	"errors"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
)

// TestTheReserveGrowsWithTheLimit holds a refusal to its word: the limit that it
// names keeps more back than the one that did not do.
func TestTheReserveGrowsWithTheLimit(t *testing.T) {
	const held, need = processBytes, 90 << 20
	for _, limit := range []int64{40 << 20, 80 << 20, 119 << 20} {
		taken := held + reserve(limit)
		s := &search{held: taken}
		var short *graph.MemoryError
		if err := s.failed(&graph.MemoryError{What: "a search", Need: need, Limit: limit - taken}); !errors.As(err, &short) {
			t.Fatal(err)
		}
		if left := short.Need - held - reserve(short.Need); short.Limit != limit || left < need || left > need+1 {
			t.Errorf("limit %d: %+v leaves %d", limit, short, left)
		}
	}
}
