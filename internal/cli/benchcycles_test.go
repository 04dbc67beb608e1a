package cli

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/realdata"
)

// TestJradi counts and lists the cycles of the published table, but for the
// largest grids; measure compares all of them with the published numbers.
func TestJradi(t *testing.T) {
	bench := &benchingCycles{webs: filepath.Join(realdata.Path(), "foodwebs", "paj"), most: 2_000_000, repeat: 1}
	if testing.Short() {
		bench.most = 100_000
	}
	if _, err := os.Stat(bench.webs); err != nil {
		t.Logf("without food webs: none at %s (set TRICYCLE_DATA)", bench.webs)
		bench.webs = ""
	}
	rows, err := bench.measure(t.Context(), new(graph.Meter))
	if err != nil {
		t.Fatal(err)
	}
	measured := 0
	for _, row := range rows {
		if row.missing == "" {
			measured++
		}
		if len(row.count) != len(row.list) {
			t.Errorf("%s: counted %d times, listed %d times", row.name, len(row.count), len(row.list))
		}
	}
	// Of 23 rows, one city is missing, ten are food webs, and three or four grids
	// and K50,50 are large.
	want := 20
	if testing.Short() {
		want = 18
	}
	if bench.webs == "" {
		want -= 10
	}
	if measured != want {
		t.Errorf("%d rows measured, want %d", measured, want)
	}
}
