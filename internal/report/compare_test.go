package report

import (
	"fmt"
	"math/big"
	"testing"

	"github.com/tricycle-graph/tricycle/graph"
	"github.com/tricycle-graph/tricycle/internal/page"
	"github.com/tricycle-graph/tricycle/triangle"
)

// TestCompare draws the bars of some files, and has all in its table.
func TestCompare(t *testing.T) {
	var results []*triangle.Result
	for i := range 2 * filesBeside {
		results = append(results, &triangle.Result{
			Info: graph.Info{Name: fmt.Sprintf("folder/%d.txt", i)}, Triangles: uint64(i), Wedges: big.NewInt(300),
			Seconds: triangle.Seconds{Read: float64(i), Total: float64(i)},
		})
	}
	for _, number := range []int{2, filesBeside, 2 * filesBeside} {
		some := results[:number]
		got, _ := tell(t, []page.Section{Compare(some), Inputs(some), Runs(some)})
		for name, rows := range map[string]int{
			"Side by side: All files": number, "Side by side: By triangles": min(number, filesBeside),
			"Input: All files": number, "This run: Seconds by file and phase": min(number, filesBeside),
		} {
			if len(got.tables[name]) != rows {
				t.Errorf("%s has %d rows, not %d", name, len(got.tables[name]), rows)
			}
		}
	}
	results[1].Info.Name = "another/0.txt"
	if names := namesOf(results); names[0] != "folder/0.txt" || names[1] != "another/0.txt" {
		t.Errorf("two files with one name are called %s and %s", names[0], names[1])
	}
}
