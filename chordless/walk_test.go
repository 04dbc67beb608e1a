package chordless

import (
	"context"
	"testing"

	"github.com/tricycle-graph/tricycle/internal/generator"
)

// TestWalksMeetHoles checks that a walk makes no steps in vain: a kernel, which
// does not look ahead, takes more than twice as many.
func TestWalksMeetHoles(t *testing.T) {
	for _, from := range []generator.Generator{generator.Grid{Rows: 6, Cols: 7}, generator.TriangularGrid{Side: 8}} {
		s := searchOf(generated(t, from))
		w := newWalk(context.Background(), s)
		if err := s.run(w); err != nil {
			t.Fatal(err)
		}
		t.Logf("%+v: %d steps for %d holes", from, w.steps, w.total)
		if uint64(w.steps) > 2*w.total {
			t.Errorf("%+v: %d steps for %d holes", from, w.steps, w.total)
		}
	}
}
