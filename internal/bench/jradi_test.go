package bench

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/tricycle-graph/tricycle/chordless"
	"github.com/tricycle-graph/tricycle/device"
	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/realdata"
)

// TestJradi counts and lists the cycles of the published table, but for the
// largest grids; Measure compares all of them with the published numbers.
func TestJradi(t *testing.T) {
	bench := &Jradi{
		By: By{Repeat: 1}, Engine: device.CPU, Unreduced: true, Most: 1_000_000,
		Methods: []chordless.Method{chordless.Dias, chordless.DFS, chordless.Levels, chordless.Frontier},
		Webs:    filepath.Join(realdata.Path(), "foodwebs", "paj"),
	}
	if testing.Short() {
		bench.Most = 20_000
	}
	if _, err := os.Stat(bench.Webs); err != nil {
		t.Logf("without food webs: none at %s (set TRICYCLE_DATA)", bench.Webs)
		bench.Webs = ""
	}
	if err := bench.Measure(t.Context(), new(graph.Meter)); err != nil {
		t.Fatal(err)
	}
	measured := 0
	for _, row := range bench.rows {
		if row.missing == "" {
			measured++
		}
		for _, try := range row.tries {
			lists := row.missing == "" && row.lists(try)
			if try.unfit {
				if try.wish != chordless.Frontier {
					t.Errorf("%s cannot count %s", try.wish, row.name)
				}
				continue
			}
			if (len(try.count) == 1) != (row.missing == "") || (len(try.list) == 1) != lists {
				t.Errorf("%s: counted %d times by %s, listed %d times", row.name, len(try.count), try.wish, len(try.list))
			}
			if _, ok := row.faster(try); ok != (lists && try.wish != chordless.Dias) {
				t.Errorf("%s: %s has a speed-up: %t", row.name, try.wish, ok)
			}
		}
	}
	// Of 23 rows, ten are food webs, and two grids and K50,50 are large; with -short two grids
	// more are, and two webs.
	want, webs := 20, 10
	if testing.Short() {
		want, webs = 16, 8
	}
	if bench.Webs == "" {
		want -= webs
	}
	if measured != want {
		t.Errorf("%d rows measured, want %d", measured, want)
	}
}
